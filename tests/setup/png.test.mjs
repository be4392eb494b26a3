// Pictures with fewer colours are still the same pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { chunk, decode, fewerColours } from "../../scripts/png.mjs";

const [width, height] = [64, 48];

// Large areas of a few colours, and a soft edge of very many. Each line is written with another filter.
const colour = (x, y) => (x < 30 ? [246, 245, 241] : x < 34 ? [x * 7, y * 5, (x * y) & 255] : [31, 79, 216]);
function picture() {
  const lines = [];
  for (let y = 0; y < height; y += 1) {
    const line = [y % 5];
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        const left = x > 0 ? colour(x - 1, y)[c] : 0;
        const up = y > 0 ? colour(x, y - 1)[c] : 0;
        const corner = x > 0 && y > 0 ? colour(x - 1, y - 1)[c] : 0;
        const far = (value) => Math.abs(left + up - corner - value);
        const paeth = far(left) <= far(up) && far(left) <= far(corner) ? left : far(up) <= far(corner) ? up : corner;
        line.push((colour(x, y)[c] - [0, left, up, (left + up) >> 1, paeth][y % 5]) & 255);
      }
    }
    lines.push(Buffer.from(line));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(Buffer.concat(lines)));
  return Buffer.concat([signature, chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

test("a picture is read, whatever filters its lines have", () => {
  const { pixels } = decode(picture());
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      assert.deepEqual([...pixels.subarray(at, at + 3)], colour(x, y), `${x}, ${y}`);
    }
  }
});

test("with fewer colours it has its size and its areas, and soft edges are nearly as they were", () => {
  const before = decode(picture());
  const after = decode(fewerColours(picture()));
  assert.deepEqual([after.width, after.height], [width, height]);
  let worst = 0;
  for (let i = 0; i < before.pixels.length; i += 1) {
    const x = Math.floor(i / 3) % width;
    const difference = Math.abs(before.pixels[i] - after.pixels[i]);
    if (x < 30 || x > 33) assert.equal(difference, 0);
    worst = Math.max(worst, difference);
  }
  assert.ok(worst <= 7, `${worst}`);
});

test("what is no PNG is refused", () => {
  assert.throws(() => decode(Buffer.from("GIF89a, more or less")), /not a PNG/);
});
