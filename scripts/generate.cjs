// Generates the database client from prisma/schema.prisma, like `prisma generate`, but without Prisma's command line, which
// has 150 MB. It is CommonJS, because Node cannot import Prisma's internals as modules.
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
const { getGenerators, loadSchemaContext } = require("@prisma/internals");

async function generate() {
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: "prisma/schema.prisma" } });
  const [generator] = await getGenerators({
    schemaContext,
    registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
    // Prisma would download an engine that we do not use.
    skipDownload: true,
    cliCommand: "generate",
  });
  await generator.generate();
  generator.stop();
}

generate();
