// What the scripts know of WebAssembly's binary format: numbers, texts, sections, and where in a function's code another
// function is named.

export const TYPES = 1;
export const IMPORTS = 2;
export const FUNCTIONS = 3;
export const TABLES = 4;
export const GLOBALS = 6;
export const EXPORTS = 7;
export const START = 8;
export const ELEMENTS = 9;
export const CODE = 10;
export const DATA = 11;

/** What an import or an export is. */
export const FUNCTION = 0;
export const TABLE = 1;
export const MEMORY = 2;
export const GLOBAL = 3;

/** Reads bytes one after the other. */
export class Reader {
  constructor(bytes, place = 0, end = bytes.length) {
    Object.assign(this, { bytes, place, end });
  }

  get isAtEnd() {
    return this.place >= this.end;
  }

  byte() {
    return this.bytes[this.place++];
  }

  /** A number without a sign (LEB128). */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Passes over a number, with a sign or without. */
  passNumber() {
    while (this.byte() >= 0x80);
  }

  text() {
    return this.take(this.number()).toString();
  }

  take(length) {
    this.place += length;
    return this.bytes.subarray(this.place - length, this.place);
  }

  /** As many of something as a number in front says. */
  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
}

/** A number without a sign. */
export function number(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return Buffer.from(bytes);
}

/** A number with a sign, as instructions have their constants. */
export function signed(value) {
  const bytes = [];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    const isLast = (value === 0 && !(byte & 0x40)) || (value === -1 && byte & 0x40);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return Buffer.from(bytes);
  }
}

export const text = (name) => Buffer.concat([number(Buffer.byteLength(name)), Buffer.from(name)]);

/** Parts, with their number in front. */
export const list = (parts) => Buffer.concat([number(parts.length), ...parts]);

/** Bytes, with their number in front. */
export const sized = (bytes) => Buffer.concat([number(bytes.length), bytes]);

export const HEAD = Buffer.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** The sections of a module: `id`, `body`, and the `name` of one that is not WebAssembly's own (its id is 0). */
export function sections(module) {
  const found = [];
  const reader = new Reader(module, HEAD.length);
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const body = reader.take(reader.number());
    const inner = new Reader(body);
    found.push(id === 0 ? { id, name: inner.text(), body: body.subarray(inner.place) } : { id, body });
  }
  return found;
}

/** A module of these sections. */
export const module = (sections) =>
  Buffer.concat([HEAD, ...sections.flatMap(({ id, body, name }) => [Buffer.from([id]), sized(id === 0 ? Buffer.concat([text(name), body]) : body)])]);

/** Passes over the limits of a table or a memory. */
function passLimits(reader) {
  const flags = reader.number();
  reader.passNumber();
  if (flags & 1) reader.passNumber();
}

/** Reads what is imported: the bytes of its type. */
export function importType(reader) {
  const start = reader.place;
  const kind = reader.byte();
  if (kind === FUNCTION) reader.passNumber();
  else if (kind === TABLE) passTable(reader);
  else if (kind === MEMORY) passLimits(reader);
  else if (kind === GLOBAL) reader.place += 2;
  else throw new Error("an import of a kind that is not known");
  return { kind, type: reader.bytes.subarray(start + 1, reader.place) };
}

function passTable(reader) {
  reader.place++;
  passLimits(reader);
}

/** Reads a table's type. */
export function table(reader) {
  const start = reader.place;
  passTable(reader);
  return reader.bytes.subarray(start, reader.place);
}

/** Reads a constant expression, as it stands before a segment or behind a global. */
export function constant(reader) {
  const start = reader.place;
  instruction(reader, () => {});
  if (reader.byte() !== 0x0b) throw new Error("a constant that is computed");
  return reader.bytes.subarray(start, reader.place);
}

/** The number that a constant expression is. */
export function constantOf(expression) {
  if (expression[0] !== 0x41) throw new Error("a place that is computed");
  const at = new Reader(expression, 1);
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = at.byte();
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return shift < 25 && byte & 0x40 ? value | (-1 << (shift + 7)) : value;
  }
}

/** The data of a module: where each segment goes `to` in memory, its bytes, and where they stand in their section. */
export function segments(module) {
  const body = sections(module).find(({ id }) => id === DATA)?.body ?? Buffer.from([0]);
  return new Reader(body).list((at) => {
    // Active, in the first memory, at a constant: what a linker writes. Anything else has no place known here.
    if (at.number() !== 0) throw new Error("a data segment of a kind that is not known");
    const to = constantOf(constant(at));
    const size = at.number();
    return { to, at: at.place, bytes: at.take(size) };
  });
}

/** Passes over one instruction. Where it names a function, `named` gets the place of that number. */
export function instruction(reader, named) {
  const code = reader.byte();
  if (code === 0x10 || code === 0x12 || code === 0xd2) {
    named(reader.place);
    reader.passNumber();
  } else if (code === 0x11 || code === 0x13 || (code >= 0x28 && code <= 0x3e)) {
    reader.passNumber();
    reader.passNumber();
  } else if ((code >= 0x02 && code <= 0x04) || code === 0x0c || code === 0x0d || (code >= 0x20 && code <= 0x26) || (code >= 0x3f && code <= 0x42) || code === 0xd0) {
    reader.passNumber();
  } else if (code === 0x0e) {
    for (let left = reader.number() + 1; left > 0; left--) reader.passNumber();
  } else if (code === 0x1c) {
    reader.take(reader.number());
  } else if (code === 0x43) {
    reader.place += 4;
  } else if (code === 0x44) {
    reader.place += 8;
  } else if (code === 0xfc) {
    const more = reader.number();
    const operands = more < 8 ? 0 : more === 9 || more === 11 || more === 13 || more >= 15 ? 1 : 2;
    for (let left = operands; left > 0; left--) reader.passNumber();
  } else if (code > 0xd2) {
    throw new Error(`an instruction that is not known: ${code.toString(16)}`);
  }
}

/** The places in a function's code where a function is named. */
export function namedIn(body) {
  const reader = new Reader(body);
  const places = [];
  reader.list(() => {
    reader.passNumber();
    reader.passNumber();
  });
  while (!reader.isAtEnd) instruction(reader, (place) => places.push(place));
  return places;
}
