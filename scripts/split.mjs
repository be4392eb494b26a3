// Takes out of the page's module what is used behind doors only (src/app/doors.rs, src/ui/doors.rs), and makes a second
// module of it, which works in the memory of the first.
//
// What uses what is told by the linker: it leaves its relocations in the module that cargo makes (`--emit-relocs`), each
// place in code or data where a function or a piece of data is named. From the exports on, everything that can be reached
// without passing a door stays. A function that is only called by way of a table (a closure, a method of a trait) goes
// with whoever can know its place there. Nothing has to be guessed, and nothing that stays can call what has gone, but for
// the doors themselves: each becomes a call by way of the table, whose place the second module fills.
import {
  CODE, DATA, ELEMENTS, EXPORTS, FUNCTION, FUNCTIONS, GLOBAL, GLOBALS, IMPORTS, MEMORY, START, TABLE, TABLES, TYPES,
  Reader, constant, constantOf, importType, list, module, namedIn, number, sections, segments, signed, sized, table, text,
} from "./wasm.mjs";

/** A door, by its name as the linker knows it: a function of a module `doors`, no closure within one. Rust has two ways to name. */
const DOOR = /^(?:_ZN16exactly_once_lab\d(?:app|ui)5doors\d+[a-z_]+17h[0-9a-f]{16}E|_RNvNtNtCs\w+_16exactly_once_lab\d(?:app|ui)5doors\d+[a-z_]+)$/;

/** Under this name the second module imports what the first exports (index.html). */
const PAGE = "page";

/** Kinds of symbols in the linker's table. */
const DATA_SYMBOL = 1;
const SECTION_SYMBOL = 3;
/** Relocations that name a function's place in the table, that name data, and others. Calls are read from the code itself. */
const TO_FUNCTION = new Set([1, 2]);
const TO_DATA = new Set([3, 4, 5]);
const TO_OTHERS = new Set([0, 6, 7, 20]);

/** A run of zeros as long as this ends a segment. It may be a text that was taken out (texts.mjs) and is back by now. */
const ZEROS = 6;

/** What a module says of itself, as far as it is needed here. `places`: where a body names functions. */
function read(bytes) {
  const all = sections(bytes);
  const body = (id) => all.find((section) => section.id === id)?.body ?? Buffer.from([0]);
  const custom = (name) => all.find((section) => section.name === name)?.body;
  const imports = new Reader(body(IMPORTS)).list((at) => ({ from: at.text(), name: at.text(), ...importType(at) }));
  const imported = imports.filter(({ kind }) => kind === FUNCTION);
  const types = [...imported.map(({ type }) => new Reader(type).number()), ...new Reader(body(FUNCTIONS)).list((at) => at.number())];
  const bodies = new Reader(body(CODE)).list((at) => ({ start: at.place, code: at.take(at.number()) }));
  const first = imported.length;
  bodies.forEach((body, place) => Object.assign(body, { index: first + place, places: namedIn(body.code) }));
  const names = new Map();
  for (const at = new Reader(custom("name") ?? Buffer.alloc(0)); !at.isAtEnd; ) {
    const kind = at.byte();
    const part = new Reader(at.take(at.number()));
    if (kind === 1) part.list((at) => names.set(at.number(), at.text()));
  }
  return {
    all,
    body,
    custom,
    imports,
    types,
    bodies,
    names,
    /** The first function that is not imported. */
    first,
    data: segments(bytes),
    tables: new Reader(body(TABLES)).list(table),
    exports: new Reader(body(EXPORTS)).list((at) => ({ name: at.text(), kind: at.byte(), index: at.number() })),
    start: all.some(({ id }) => id === START) ? [new Reader(body(START)).number()] : [],
    /** The functions that a function calls. */
    calls(index) {
      const { code, places } = bodies[index - first] ?? { places: [] };
      return places.map((place) => new Reader(code, place).number());
    },
  };
}

/**
 * What the linker's module says of who names what: `of` gives for a function's name what its code names, and for a piece
 * of data what that names. Functions go by their names, pieces of data are objects.
 */
function relocated(linked) {
  const found = read(linked);
  const symbols = symbolsIn(found.custom("linking") ?? missing("linking"));
  // Symbols may overlap: then they are one piece.
  const pieces = found.data.map((_, segment) => {
    const pieces = [];
    const here = symbols.filter((symbol) => symbol.segment === segment && symbol.size > 0).sort((a, b) => a.offset - b.offset);
    for (const { offset, size } of here) {
      const last = pieces.at(-1);
      if (last && offset < last.end) last.end = Math.max(last.end, offset + size);
      else pieces.push({ to: found.data[segment].to, offset, end: offset + size });
    }
    return pieces;
  });
  const pieceAt = (segment, offset) => before(pieces[segment] ?? [], (piece) => piece.offset <= offset);
  const named = new Map();
  const names = (who, { type, symbol }) => {
    const { index, segment, offset } = symbols[symbol];
    const what = TO_FUNCTION.has(type) ? found.names.get(index) : TO_DATA.has(type) && segment !== undefined ? pieceAt(segment, offset) : undefined;
    if (what === undefined || who === undefined) return;
    if (!named.has(who)) named.set(who, new Set());
    named.get(who).add(what);
  };
  const functionAt = (offset) => found.names.get(before(found.bodies, (body) => body.start <= offset).index);
  for (const relocation of relocationsIn(found.custom("reloc.CODE") ?? missing("reloc.CODE"))) {
    names(functionAt(relocation.offset), relocation);
  }
  for (const relocation of relocationsIn(found.custom("reloc.DATA") ?? missing("reloc.DATA"))) {
    const segment = found.data.findLastIndex((segment) => segment.at <= relocation.offset);
    names(pieceAt(segment, relocation.offset - found.data[segment].at), relocation);
  }
  return { of: (who) => named.get(who) ?? [], pieces: pieces.flat(), data: found.data };
}

const missing = (name) => {
  throw new Error(`the module has no ${name}: it was not linked with --emit-relocs`);
};

/** The last one of a sorted list for which something holds. */
function before(sorted, holds) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

function symbolsIn(linking) {
  const at = new Reader(linking);
  at.number(); // the version
  while (!at.isAtEnd) {
    const kind = at.byte();
    const part = new Reader(at.take(at.number()));
    if (kind === 8) return part.list(symbol);
  }
  return missing("table of symbols");
}

function symbol(at) {
  const kind = at.byte();
  const flags = at.number();
  const isUndefined = (flags & 0x10) !== 0;
  if (kind === DATA_SYMBOL) {
    at.text();
    return isUndefined ? {} : { segment: at.number(), offset: at.number(), size: at.number() };
  }
  const index = at.number();
  if (kind === SECTION_SYMBOL) return {};
  const hasName = !isUndefined || (flags & 0x40) !== 0;
  if (hasName) at.text();
  return { index };
}

function relocationsIn(section) {
  const at = new Reader(section);
  at.number(); // of which section
  return at.list((at) => {
    const [type, offset, symbol] = [at.byte(), at.number(), at.number()];
    if (TO_DATA.has(type)) at.passNumber();
    else if (!TO_FUNCTION.has(type) && !TO_OTHERS.has(type)) throw new Error(`a relocation that is not known: ${type}`);
    return { type, offset, symbol };
  });
}

/** Everything that can be reached from here. `next` gives what is named by one; `stops` are not gone into. */
function reach(from, next, stops = new Set()) {
  const reached = new Set();
  const left = [...from];
  while (left.length > 0) {
    const one = left.pop();
    if (reached.has(one) || stops.has(one)) continue;
    reached.add(one);
    left.push(...next(one));
  }
  return reached;
}

/**
 * Splits the module of the page, as wasm-bindgen left it, with the help of the one that it was made of. Gives the module
 * without what is behind doors, and the second one.
 */
export function split(bytes, linked) {
  const page = read(bytes);
  const slots = slotsOf(page.body(ELEMENTS));
  const moved = behindDoors(page, relocated(linked), slots);
  const shared = sharedWith(page, moved);
  const { table, doorSlots } = withRoom(page, moved.doors);
  return { module: first(page, slots, moved, shared, table, doorSlots), more: second(page, slots, moved, shared, table, doorSlots) };
}

/** What is behind doors: functions by their index, and pieces of data. */
function behindDoors(page, told, slots) {
  const isFunction = (what) => typeof what === "number";
  const byName = new Map([...page.names].map(([index, name]) => [name, index]));
  const known = (what) => {
    const index = typeof what === "string" ? byName.get(what) : what;
    if (index === undefined) throw new Error(`${what} is not in the module`);
    return index;
  };
  const next = (one) => {
    const named = [...told.of(isFunction(one) ? page.names.get(one) : one)].map(known);
    return isFunction(one) ? [...page.calls(one), ...named] : named;
  };
  const doors = [...page.names].filter(([, name]) => DOOR.test(name)).map(([index]) => index);
  if (doors.length === 0) throw new Error("no door in the module");
  const roots = [...page.exports.filter(({ kind }) => kind === FUNCTION).map(({ index }) => index), ...page.start];
  // What nobody is known to name stays as well: it may be JavaScript's.
  const all = reach([...roots, ...doors], next);
  const stays = reach([...roots, ...[...slots.values()].filter((index) => !all.has(index))], next, new Set(doors));
  const behind = reach(doors, (one) => next(one).filter((what) => !stays.has(what)));
  if (told.data.some(({ to, bytes }, place) => page.data[place]?.to !== to || page.data[place].bytes.length !== bytes.length)) {
    throw new Error("the data does not stand where the linker put it");
  }
  return {
    doors,
    has: (index) => behind.has(index) && index >= page.first,
    functions: page.bodies.filter(({ index }) => behind.has(index)),
    pieces: told.pieces.filter((piece) => behind.has(piece)),
  };
}

/** The table of functions, with places at its end for the doors, and these places. */
function withRoom(page, doors) {
  const [ofFunctions] = page.tables;
  const isBounded = ofFunctions[1] === 1;
  if (ofFunctions[0] !== 0x70 || ofFunctions[1] > 1) throw new Error("the first table is not that of functions");
  const size = new Reader(ofFunctions, 2).number();
  return {
    table: Buffer.concat([ofFunctions.subarray(0, 2), ...Array(isBounded ? 2 : 1).fill(number(size + doors.length))]),
    doorSlots: new Map(doors.map((door, place) => [door, size + place])),
  };
}

/** The first module: without what goes, and with a way through each door. */
function first(page, slots, moved, shared, table, doorSlots) {
  const isGone = (index) => moved.has(index) && !doorSlots.has(index);
  const inPage = indices(page.types.length, (index) => !isGone(index));
  const kept = page.bodies.filter(({ index }) => !isGone(index));
  const parameters = parametersOf(page.body(TYPES));
  const code = (body) => {
    const type = page.types[body.index];
    return doorSlots.has(body.index) ? way(doorSlots.get(body.index), type, parameters[type]) : renamed(body, inPage);
  };
  const given = ({ name, kind, index }) => Buffer.concat([text(name), Buffer.from([kind]), number(kind === FUNCTION ? inPage(index) : index)]);
  const stay = [...slots].filter(([, index]) => !moved.has(index));
  const other = new Map([
    [FUNCTIONS, list(kept.map(({ index }) => number(page.types[index])))],
    [TABLES, list([table, ...page.tables.slice(1)])],
    [EXPORTS, list([...page.exports, ...shared.added].map(given))],
    ...page.start.map((index) => [START, number(inPage(index))]),
    [ELEMENTS, elements(stay.map(([slot, index]) => [slot, inPage(index)]))],
    [CODE, list(kept.map((body) => sized(code(body))))],
    [DATA, list(page.data.map(({ to, bytes }) => segment(to, blanked(bytes, to, moved.pieces))))],
  ]);
  return module(page.all.filter(({ id }) => id !== 0).map(({ id, body }) => ({ id, body: other.get(id) ?? body })));
}

/** The second one. It has tables and globals in the same order as the first, so that their numbers are the same. */
function second(page, slots, moved, shared, table, doorSlots) {
  const inMore = indices(page.types.length, moved.has, shared.functions);
  const taken = ({ name, kind, type }) => Buffer.concat([text(PAGE), text(name), Buffer.from([kind]), type]);
  const filled = [...[...slots].filter(([, index]) => moved.has(index)), ...[...doorSlots].map(([door, slot]) => [slot, door])];
  return module([
    { id: TYPES, body: page.body(TYPES) },
    { id: IMPORTS, body: list(shared.imports([table, ...page.tables.slice(1)]).map(taken)) },
    { id: FUNCTIONS, body: list(moved.functions.map(({ index }) => number(page.types[index]))) },
    { id: ELEMENTS, body: elements(filled.map(([slot, index]) => [slot, inMore(index)])) },
    { id: CODE, body: list(moved.functions.map((body) => sized(renamed(body, inMore)))) },
    { id: DATA, body: list(filling(page.data, moved.pieces)) },
  ]);
}

/** New indices of functions: those that stay keep their order, behind `before`, which come first. */
function indices(count, stays, before = []) {
  const found = new Map(before.map((index, place) => [index, place]));
  for (let index = 0; index < count; index++) if (stays(index) && !found.has(index)) found.set(index, found.size);
  return (index) => {
    const at = found.get(index);
    if (at === undefined) throw new Error(`function ${index} is called from where it is not`);
    return at;
  };
}

/** Which function stands at which place of the table. */
function slotsOf(body) {
  const slots = new Map();
  new Reader(body).list((at) => {
    const flags = at.number();
    if (flags !== 0 && flags !== 2) throw new Error("an element segment of a kind that is not known");
    if (flags === 2 && at.number() !== 0) throw new Error("an element segment of another table");
    let slot = constantOf(constant(at));
    if (flags === 2) at.byte();
    at.list((at) => slots.set(slot++, at.number()));
  });
  return slots;
}

/** Segments that put functions at their places of the table. */
function elements(filled) {
  const runs = [];
  for (const [slot, index] of filled.sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last && last.slot + last.functions.length === slot) last.functions.push(number(index));
    else runs.push({ slot, functions: [number(index)] });
  }
  return list(runs.map(({ slot, functions }) => Buffer.concat([Buffer.from([0, 0x41]), signed(slot), Buffer.from([0x0b]), list(functions)])));
}

/** How many parameters each type of function has. */
function parametersOf(types) {
  return new Reader(types).list((at) => {
    if (at.byte() !== 0x60) throw new Error("a type that is no function");
    const parameters = at.take(at.number()).length;
    at.take(at.number());
    return parameters;
  });
}

/** The code of a door: a call of what stands at its place of the table. */
const way = (slot, type, parameters) =>
  Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: parameters }, (_, index) => Buffer.concat([Buffer.from([0x20]), number(index)])),
    Buffer.from([0x41]), signed(slot), Buffer.from([0x11]), number(type), Buffer.from([0, 0x0b]),
  ]);

/** The code of a function with the other indices of those that it names. */
function renamed({ code, places }, index) {
  const parts = [];
  let done = 0;
  for (const place of places) {
    const at = new Reader(code, place);
    parts.push(code.subarray(done, place), number(index(at.number())));
    done = at.place;
  }
  return Buffer.concat([...parts, code.subarray(done)]);
}

/** What the second module takes from the first: tables, memory and globals, and the functions that it calls. */
function sharedWith(page, moved) {
  if (page.imports.some(({ kind }) => kind !== FUNCTION)) throw new Error("a memory, a table or a global that is imported");
  const functions = [...new Set(moved.functions.flatMap(({ index }) => page.calls(index)))].filter((index) => !moved.has(index));
  functions.sort((a, b) => a - b);
  const globals = new Reader(page.body(GLOBALS)).list((at) => {
    const type = at.take(2);
    constant(at);
    return type;
  });
  const added = [];
  const nameOf = (kind, index) => {
    const known = page.exports.find((one) => one.kind === kind && one.index === index);
    if (known) return known.name;
    added.push({ name: `_${added.length.toString(36)}`, kind, index });
    return added.at(-1).name;
  };
  const taken = (kind, indices) => indices.map((index) => ({ kind, index, name: nameOf(kind, index) }));
  const [ofFunctions, ofTables, ofMemory, ofGlobals] = [
    taken(FUNCTION, functions),
    taken(TABLE, [...page.tables.keys()]),
    taken(MEMORY, [0]),
    taken(GLOBAL, [...globals.keys()]),
  ];
  const ofAnySize = Buffer.from([0, 0]);
  return {
    functions,
    added,
    imports: (tables) => [
      ...ofFunctions.map((one) => ({ ...one, type: number(page.types[one.index]) })),
      ...ofTables.map((one) => ({ ...one, type: tables[one.index] })),
      ...ofMemory.map((one) => ({ ...one, type: ofAnySize })),
      ...ofGlobals.map((one) => ({ ...one, type: globals[one.index] })),
    ],
  };
}

/** A segment that puts bytes to a place in memory. */
const segment = (to, bytes) => Buffer.concat([Buffer.from([0, 0x41]), signed(to), Buffer.from([0x0b]), sized(bytes)]);

/** Data with zeros where a piece has gone. */
function blanked(bytes, to, pieces) {
  const out = Buffer.from(bytes);
  for (const piece of pieces.filter((piece) => piece.to === to)) out.fill(0, piece.offset, piece.end);
  return out;
}

/** Segments that put pieces of data back to their places. */
function filling(data, pieces) {
  const found = [];
  for (const piece of pieces) {
    const bytes = data.find(({ to }) => to === piece.to).bytes.subarray(piece.offset, piece.end);
    for (let at = 0; at < bytes.length; ) {
      let [end, zeros] = [at, 0];
      for (; end < bytes.length && zeros < ZEROS; end++) zeros = bytes[end] === 0 ? zeros + 1 : 0;
      const part = bytes.subarray(at, end - zeros);
      if (part.length > 0) found.push({ to: piece.to + piece.offset + at, part });
      at = end;
    }
  }
  // Pieces that stand side by side are one segment.
  const joined = [];
  for (const { to, part } of found.sort((a, b) => a.to - b.to)) {
    const last = joined.at(-1);
    if (last && last.to + last.length === to) {
      last.parts.push(part);
      last.length += part.length;
    } else joined.push({ to, parts: [part], length: part.length });
  }
  return joined.map(({ to, parts }) => segment(to, Buffer.concat(parts)));
}
