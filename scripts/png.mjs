// Makes a screenshot smaller: at most 256 colours, which is what a picture of text and boxes has but for the soft edges of
// its letters. Reads what Chromium writes, 8 bits a channel and not interlaced, and what it writes itself.
import { deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc = (bytes) => {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

function* chunks(png) {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

export const chunk = (name, data) => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
};

/** Width, height and pixels (red, green, blue) of a PNG. */
export function decode(png) {
  if (!png.subarray(0, 8).equals(signature)) throw new Error("not a PNG");
  let head;
  let palette;
  const data = [];
  for (const [name, bytes] of chunks(png)) {
    if (name === "IHDR") head = bytes;
    if (name === "PLTE") palette = bytes;
    if (name === "IDAT") data.push(bytes);
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = { 2: 3, 3: 1, 6: 4 }[head[9]];
  if (head[8] !== 8 || !channels || head[12] !== 0) throw new Error("a kind of PNG that is not read here");
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? lines[at - channels] : 0;
      const up = y > 0 ? lines[at - stride] : 0;
      const corner = x >= channels && y > 0 ? lines[at - stride - channels] : 0;
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      lines[at] = raw[y * (stride + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter];
    }
  }
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) {
    if (palette) palette.copy(pixels, i * 3, lines[i] * 3, lines[i] * 3 + 3);
    else lines.copy(pixels, i * 3, i * channels, i * channels + 3);
  }
  return { width, height, pixels };
}

/** The picture with at most 256 colours: the commonest ones, every other pixel in the nearest of them. */
export function fewerColours(png) {
  const { width, height, pixels } = decode(png);
  const key = (i) => (pixels[i * 3] << 16) | (pixels[i * 3 + 1] << 8) | pixels[i * 3 + 2];
  const count = new Map();
  for (let i = 0; i < width * height; i += 1) count.set(key(i), (count.get(key(i)) ?? 0) + 1);
  const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const far = (a, b) => channels(a).reduce((sum, value, i) => sum + (value - channels(b)[i]) ** 2, 0);
  // Those that are much like one that is there already give their place to others.
  const palette = [];
  for (const [colour] of [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    if (palette.length < 256 && palette.every((other) => far(colour, other) > 40)) palette.push(colour);
  }
  const nearest = new Map();
  const index = (colour) => {
    if (!nearest.has(colour)) {
      let best = 0;
      for (let i = 1; i < palette.length; i += 1) if (far(colour, palette[i]) < far(colour, palette[best])) best = i;
      nearest.set(colour, best);
    }
    return nearest.get(colour);
  };
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = index(key(y * width + x));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
