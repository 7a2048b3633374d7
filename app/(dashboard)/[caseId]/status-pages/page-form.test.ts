import { expect, test } from "vitest";
import { formatPicked } from "@/components/snitches/selection/picked";
import { parse } from "@/lib/platform/refusal";
import { newPage } from "@/lib/status-pages/page-input";
import { aCase, aSnitch } from "@/testing/factories";
import { linkField, readAccess, readContent, readLook, readNewPage, readPublishing } from "./page-form";
import { formatRows } from "./pages/[slug]/component-rows";

function aForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Everything that any tab of the editor could send. */
const EVERYTHING = {
  title: "Acme",
  description: "Jobs",
  groups: formatRows([
    { kind: "group", name: "Night" },
    { kind: "component", name: "Backup", snitch: "ab12", id: "1" },
  ]),
  visibility: "password",
  password: "battery staple horse",
  slug: "acme",
  networks: "10.0.0.0/8, fd00::/8",
  replace_key: "true",
  language: "de",
  timezone: "UTC",
  accent: "#0a7f5a",
  remove_logo: "yes",
  show_durations: "yes",
  [linkField(3, "name")]: "Imprint",
  [linkField(3, "url")]: "https://example.com/imprint",
  footer: "Bye",
  publish: "after",
  publish_after: "15",
  notify_automatic: "yes",
};

test("the form of one tab saves its own fields, whatever else it contains", async () => {
  const form = aForm(EVERYTHING);
  expect(readContent(form)).toEqual({
    title: "Acme",
    description: "Jobs",
    groups: [{ name: "Night", components: [{ name: "Backup", snitch: "ab12", id: "1" }] }],
  });
  expect(readAccess(form)).toEqual({
    visibility: "password",
    password: "battery staple horse",
    slug: "acme",
    networks: ["10.0.0.0/8", "fd00::/8"],
  });
  expect(await readLook(form)).toEqual({
    language: "de",
    timezone: "UTC",
    accent: "#0a7f5a",
    logo: null,
    show_durations: true,
    links: [{ name: "Imprint", url: "https://example.com/imprint" }],
    footer: "Bye",
  });
  expect(readPublishing(form)).toEqual({ publish: "after", publish_after: 900, notify_automatic: true });
});

test("what belongs to another choice is not saved: a password of a page without one, and when a page that never publishes does", () => {
  expect(readAccess(aForm({ ...EVERYTHING, visibility: "public" }))).not.toHaveProperty("password");
  expect(readPublishing(aForm({ ...EVERYTHING, publish: "never" }))).toEqual({ publish: "never" });
});

test("errors name the field in which they are", async () => {
  const listAttributes = (validations: { attribute: string }[] = []) =>
    validations.map(({ attribute }) => attribute);
  const refused = async (read: () => object | Promise<object>) =>
    listAttributes(
      await Promise.resolve()
        .then(read)
        .then(
          () => [],
          ({ validations }) => validations,
        ),
    );
  expect(
    await refused(() =>
      readLook(aForm({ [linkField(1, "url")]: "javascript:alert(1)", [linkField(4, "name")]: "Imprint" })),
    ),
  ).toEqual([linkField(1, "name"), linkField(1, "url"), linkField(4, "url")]);
  for (const minutes of ["", "0", "1441", "soon"])
    expect(await refused(() => readPublishing(aForm({ publish: "after", publish_after: minutes })))).toEqual([
      "publish_after",
    ]);
  const groups = formatRows([{ kind: "component", name: " " }]);
  expect(await refused(() => readContent(aForm({ groups })))).toEqual(["groups"]);
});

test("a new page shows what is picked, or all snitches of its case, and is offered an address", async () => {
  const [{ id: caseId }, other] = [await aCase(), await aCase()];
  const backup = await aSnitch({ caseId, name: "Backup", tags: ["night"] });
  const report = await aSnitch({ caseId, name: "A report ".repeat(20) });
  const foreign = await aSnitch({ caseId: other.id, name: "Foreign" });
  const read = async (fields: Record<string, string>) =>
    parse(newPage, await readNewPage(caseId, aForm({ title: "Acme’s jobs", ...fields })));
  const all = await read({ slug: "" });
  expect(all).toMatchObject({ slug: "acme-s-jobs", visibility: "hidden" });
  expect(all.groups.flatMap(({ components }) => components).map(({ snitch }) => snitch)).toEqual([
    report.token,
    backup.token,
  ]);
  const picked = formatPicked([
    { token: backup.token, name: "Backup" },
    { token: "#night", name: "#night" },
  ]);
  expect((await read({ slug: "jobs", groups: picked })).groups).toMatchObject([
    {
      components: [
        { name: "night", tag: "night" },
        { name: "Backup", snitch: backup.token },
      ],
    },
  ]);
  // Without scripts, by names.
  expect((await read({ groups_text: "backup" })).groups).toMatchObject([
    { components: [{ name: "Backup", snitch: backup.token }] },
  ]);
  const foreignPick = formatPicked([{ token: foreign.token, name: "Foreign" }]);
  await expect(read({ groups: foreignPick })).rejects.toMatchObject({
    validations: [{ attribute: "groups", message: expect.stringContaining("No snitch of this case") }],
  });
});
