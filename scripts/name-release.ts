import { UserError } from "@/lib/platform/user-error.mjs";

/** The packed commit. `tags`: its git tags. */
type Packed = { version: string; commit: string; tags: string[]; changelog: string; platform: string };

const COMMIT_CHARACTERS = 12;

/**
 * The name of an archive. Only the commit with the tag of the version has the version's name; that of any other says which commit
 * it is, so that two archives never have one name. Refuses to name a release that the changelog does not date.
 */
export function nameRelease({ version, commit, tags, changelog, platform }: Packed): string {
  if (!tags.includes(`v${version}`))
    return `tattle-${version}-${commit.slice(0, COMMIT_CHARACTERS)}-${platform}`;
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} - `));
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading ?? ""))
    throw new UserError(
      `CHANGELOG.md has no section “## ${version} - YYYY-MM-DD”. Add the changes and the date, commit, and move the tag v${version} if no one has it yet.`,
    );
  return `tattle-${version}-${platform}`;
}
