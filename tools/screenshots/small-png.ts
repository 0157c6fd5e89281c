import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** The pixels of a picture, three bytes each. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const coloursMax = 256;

/**
 * The same picture with 256 colours, a third of the size. On screens of flat colour the others are shades at the
 * edges of letters, and each of those has a near neighbour.
 */
export function smallPng(png: Uint8Array): Buffer {
  const { width, height, bytes } = readPixels(Buffer.from(png));
  const { palette, indexOf } = chooseColours(bytes);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = indexOf(colourAt(bytes, (y * width + x) * 3));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap(colour => [...channels(colour)]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Of a browser's own screenshot: eight bits a channel, without transparency, not interlaced. */
function readPixels(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, kind] = [0, 0, -1];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      kind = data.readUInt32BE(8);
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  if (kind !== 0x08020000) throw new Error('expected a screenshot with eight bits a channel, RGB');
  return { width, height, bytes: unfilter(inflateSync(Buffer.concat(parts)), width * 3, height) };
}

/** Undoes the prediction of each row (PNG, section 9). */
function unfilter(raw: Buffer, stride: number, height: number): Uint8Array {
  const bytes = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < 3 ? 0 : (bytes[at - 3] ?? 0);
      const above = y === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (bytes[at - stride - 3] ?? 0);
      bytes[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return bytes;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const far = [left, above, corner].map(value => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (far[0] <= far[1] && far[0] <= far[2]) return left;
  return far[1] <= far[2] ? above : corner;
}

function chooseColours(bytes: Uint8Array): {
  readonly palette: readonly number[];
  indexOf(colour: number): number;
} {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 3) {
    const colour = colourAt(bytes, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = spread(counts);
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return {
    palette,
    indexOf: colour => {
      const index = known.get(colour) ?? nearest(palette, colour);
      known.set(colour, index);
      return index;
    },
  };
}

/** Each next colour is the one whose absence would be seen most: by how often it stands there and how far it is. */
function spread(counts: ReadonlyMap<number, number>): readonly number[] {
  const left = [...counts].map(([colour, count]) => ({ colour, count, far: 1e9 }));
  const palette: number[] = [];
  while (palette.length < Math.min(coloursMax, counts.size)) {
    const next = left.reduce((best, each) =>
      each.count * each.far > best.count * best.far ? each : best,
    );
    palette.push(next.colour);
    for (const each of left) each.far = Math.min(each.far, distance(each.colour, next.colour));
  }
  return palette;
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, other] of palette.entries()) {
    const far = distance(colour, other);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

function distance(a: number, b: number): number {
  const [left, right] = [channels(a), channels(b)];
  return left.reduce((sum, value, index) => sum + (value - (right[index] ?? 0)) ** 2, 0);
}

function channels(colour: number): readonly [number, number, number] {
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

function colourAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}
