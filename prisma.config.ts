/** For Prisma's own command line (`npx prisma@7 migrate status`), which nothing here needs. */
export default {
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
};
