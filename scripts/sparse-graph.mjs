import { readFileSync, writeFileSync } from "node:fs";

/** Far beyond the number of any name in a graph. */
const FAR = 1 << 20;

/**
 * Prisma reads the graph of all arguments of queries into objects whose keys are numbers of names, up to 1,400, and V8 keeps an array
 * with room for all of these numbers in each of thousands of objects: 18 MB. Once an object has a number far beyond the others, V8 keeps
 * only those that it has: 4 MB. So each gets an edge first that no name leads to.
 * @type {(graph: string) => string}
 */
export function makeSparse(graph) {
  const bytes = Buffer.from(graph, "base64url");
  const made = [];
  let at = 0;
  const skipNumber = () => {
    while (bytes[at++] >= 128);
  };
  const readNumber = () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("The graph of Prisma’s client has another form.");
      number |= (byte & 127) << shift;
      if (byte < 128) return number;
    }
  };
  const copyFrom = (start) => made.push(bytes.subarray(start, at));
  /** `skipRest`: what follows the number of an edge; `rest`: how long that is if nothing is set. */
  const copyNodes = (count, skipRest, rest) => {
    for (let node = 0; node < count; node += 1) {
      const edges = readNumber();
      const start = at;
      for (let edge = 0; edge < edges; edge += 1) {
        skipNumber();
        skipRest();
      }
      made.push(edges === 0 ? writeNumber(0) : [...writeNumber(edges + 1), ...writeNumber(FAR), ...rest]);
      copyFrom(start);
    }
  };
  const inputs = readNumber();
  const outputs = readNumber();
  skipNumber();
  copyFrom(0);
  // Types of scalars in two bytes, a child, an enum, and flags in one byte.
  const skipInput = () => {
    at += 2;
    skipNumber();
    skipNumber();
    at += 1;
  };
  copyNodes(inputs, skipInput, [0, 0, 0, 0, 0]);
  // Arguments and an output.
  const skipOutput = () => {
    skipNumber();
    skipNumber();
  };
  copyNodes(outputs, skipOutput, [0, 0]);
  // The roots, whose keys are names.
  made.push(bytes.subarray(at));
  return Buffer.concat(made.map((part) => Buffer.from(part))).toString("base64url");
}

function writeNumber(number) {
  const bytes = [];
  for (let rest = number; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** Does it for a client that Prisma has generated. */
export function makeClientSparse(file) {
  const source = readFileSync(file, "utf8");
  const [found, graph] = /^ {2}graph: "([\w-]+)"$/m.exec(source) ?? [];
  if (!found) throw new Error(`${file} has no graph.`);
  writeFileSync(file, source.replace(found, `  graph: "${makeSparse(graph)}"`));
}
