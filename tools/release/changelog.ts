/** The content of one release. */
export interface Release {
  readonly version: string;
  /** For example 2026-11-30. */
  readonly date: string;
  /** Subjects of the commits that change the product, the newest first. */
  readonly subjects: readonly string[];
  /** File names of the release's migrations, in order. */
  readonly migrations: readonly string[];
}

const heading = '# Changelog\n';
/** First words of subjects, by section. All other subjects are changes. */
const sections = [
  ['Added', /^(?:Add|Let|Show|Offer|Support|Allow|Send|Notify|Accept)\b/],
  ['Fixed', /^(?:Fix|Prevent|Repair|Restore|Refuse|Reject|Stop)\b/],
  ['Changed', /^/],
] as const;

const sectionOf = (subject: string): string =>
  sections.find(([, pattern]) => pattern.test(subject))?.[0] ?? 'Changed';

/** Returns the Markdown section of a release. */
export const releaseNotes = ({ version, date, subjects, migrations }: Release): string => {
  const listed = new Set(subjects);
  const bySection = Map.groupBy(listed, sectionOf);
  const upgrade =
    migrations.length === 0
      ? 'This release doesn’t change the database, so you can go back to the previous release.'
      : `This release changes the database (${migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`}). Make a backup first; without it, you can’t go back ([upgrade guide](docs/upgrade.md)).`;
  return [
    `## ${version} (${date})`,
    '',
    upgrade,
    ...sections.flatMap(([name]) => {
      const all = bySection.get(name) ?? [];
      return all.length === 0 ? [] : ['', `### ${name}`, ...all.map((subject) => `- ${subject}`)];
    }),
    '',
  ].join('\n');
};

/** Returns the changelog with a release above the earlier ones. */
export const addRelease = (changelog: string, release: Release): string =>
  `${heading}\n${releaseNotes(release)}${changelog.startsWith(heading) ? changelog.slice(heading.length) : `\n${changelog}`}`.trimEnd() +
  '\n';
