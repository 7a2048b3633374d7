import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const ajv = addFormats(new Ajv({ allErrors: true, strict: false }));

const compileValidator = (name: string) => {
  const path = join(import.meta.dirname, "schemas", `${name}.json`);
  return ajv.getSchema(name) ?? ajv.addSchema(JSON.parse(readFileSync(path, "utf8")), name).getSchema(name);
};

/** How JSON differs from a schema in `testing/schemas`, each of which says where it is from; empty if it is valid. */
export function schemaErrors(name: string, json: string): string[] {
  const validate = compileValidator(name);
  validate?.(JSON.parse(json));
  return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
