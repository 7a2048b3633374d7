// Generates the database client from prisma/schema.prisma: `prisma generate` without the rest of Prisma's command line, which
// is 150 MB. Not a module, because Node cannot load Prisma's own modules.
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
const { getGenerators, loadSchemaContext } = require("@prisma/internals");

async function generate() {
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: "prisma/schema.prisma" } });
  const [generator] = await getGenerators({
    schemaContext,
    registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
    // What it would download is an engine that nothing here needs.
    skipDownload: true,
    cliCommand: "generate",
  });
  await generator.generate();
  generator.stop();
}

generate();
