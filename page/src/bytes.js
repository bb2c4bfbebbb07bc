// The text of a file in UTF-8: unpacked, and decoded by its byte-order mark, by its zero bytes, as
// UTF-8, or else as Windows-1252.
import { encodingOf } from "./kernels.js";
import { FileProblem } from "./problem.js";

export const mostBytes = 400e6;

// The first bytes of files that are not text.
const others = {
  bzip2: "BZh", xz: "\xfd7zXZ", zstd: "\x28\xb5\x2f\xfd", Parquet: "PAR1", HDF5: "\x89HDF", Excel: "\xd0\xcf\x11\xe0", NumPy: "\x93NUMPY",
};

function startsWith(bytes, text, at = 0) {
  for (let i = 0; i < text.length; ++i) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const tooMuch = (name, size) => new FileProblem("{file} has {size} MB, more than a browser can hold. R reads it.", { file: name, size: Math.round(size / 1e6) });

// Runs in the page, since a worker in Safari cannot read files from a disk.
export async function bytesOf(file) {
  if (file.size > mostBytes) throw tooMuch(file.name, file.size);
  return { name: file.name, bytes: await file.arrayBuffer() };
}

export async function textOf({ name, bytes }) {
  let found = new Uint8Array(bytes);
  if (startsWith(found, "PK\x03\x04")) found = gzipOfZip(found, name);
  if (startsWith(found, "\x1f\x8b")) found = await inflated(found, name);
  const kind = Object.keys(others).find((one) => startsWith(found, others[one])) ?? (startsWith(found, "ustar", 257) ? "tar" : "");
  if (kind) throw new FileProblem("{file} is no text but {kind}. Unpack it, or save the table as CSV.", { file: name, kind });
  const text = inUtf8(found);
  if (text === null) throw new FileProblem("{file} is no text file. Save the table as CSV first.", { file: name });
  if (startsWith(text, "{\n")) throw new FileProblem("{file} has no comparisons, but a record in JSON. Choose the table itself.", { file: name });
  return text;
}

async function inflated(bytes, name) {
  const found = await membersOf(bytes, name);
  if (!found) throw new FileProblem("{file} is compressed, and is truncated or damaged.", { file: name });
  return found;
}

// A file may have several members, but a browser refuses everything after the first.
async function membersOf(bytes, name) {
  const all = await unpacked(bytes, name);
  for (let at = 18; !all && at < bytes.length; ++at) {
    if (!startsWith(bytes, "\x1f\x8b\b", at)) continue;
    const first = await unpacked(bytes.subarray(0, at), name);
    const rest = first && await membersOf(bytes.subarray(at), name);
    if (rest) return joined([first, rest]);
  }
  return all;
}

// Null if the file is truncated.
async function unpacked(bytes, name) {
  const pieces = [];
  let size = 0;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let piece = await reader.read(); !piece.done && size <= mostBytes; piece = await reader.read()) {
      pieces.push(piece.value);
      size += piece.value.length;
    }
  } catch {
    return null;
  }
  if (size > mostBytes) throw tooMuch(name, size);
  return joined(pieces);
}

// The only file of an archive as gzip, whose checksum is tested.
function gzipOfZip(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const damaged = new FileProblem("{file} is compressed, and is truncated or damaged.", { file: name });
  const [u16, u32] = [(at) => view.getUint16(at, true), (at) => view.getUint32(at, true)];
  let end = bytes.length - 22;
  while (end >= 0 && u32(end) !== 0x06054b50) --end;
  if (end < 0) throw damaged;
  const found = [];
  try {
    for (let k = 0, at = u32(end + 16); k < u16(end + 10); ++k, at += 46 + u16(at + 28) + u16(at + 30) + u16(at + 32)) {
      if (bytes[at + 46 + u16(at + 28) - 1] !== 47) found.push(at);
    }
    if (found.length !== 1) throw new FileProblem("An archive must hold one file: {file} has {n}. Save a workbook as CSV.", { file: name, n: found.length });
    const [at] = found;
    const local = u32(at + 42);
    const from = local + 30 + u16(local + 26) + u16(local + 28);
    const packed = bytes.subarray(from, from + u32(at + 20));
    if (u16(at + 10) === 0) return packed;
    const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
    return joined([head, packed, bytes.subarray(at + 16, at + 20), bytes.subarray(at + 24, at + 28)]);
  } catch (problem) {
    throw problem instanceof RangeError ? damaged : problem;
  }
}

function joined(parts) {
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => {
    out.set(part, at);
    return at + part.length;
  }, 0);
  return out;
}

// Null if the file is not text.
function inUtf8(bytes) {
  const decoded = (encoding) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes("\0") ? null : new TextEncoder().encode(text);
    } catch {
      return null;
    }
  };
  if (startsWith(bytes, "\xff\xfe")) return decoded("utf-16le");
  if (startsWith(bytes, "\xfe\xff")) return decoded("utf-16be");
  const encoding = encodingOf(bytes);
  if (encoding === "zeros") return decoded(bytes[1] === 0 ? "utf-16le" : "utf-16be");
  if (encoding === "other") return decoded("windows-1252");
  return startsWith(bytes, "\xef\xbb\xbf") ? bytes.subarray(3) : bytes;
}
