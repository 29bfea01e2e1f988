import { checkFunctions } from './house-functions.ts';
import { basename, dirname, join } from 'node:path';
import {
  featureOf,
  isKernel,
  isDemo,
  isServer,
  readFiles,
  type File,
  type Report,
  type Rule,
} from './house-files.ts';
import { checkImports } from './house-imports.ts';
import { checkFileRings, checkFolderRings } from './house-rings.ts';
import { checkWords } from './house-words.ts';
import { isEntry } from './entry.ts';

/** Files and folders that break a rule for a reason. Never add entries. An unused entry is also a problem. */
export interface Exemption {
  readonly path: string;
  readonly rule: Rule;
  readonly why: string;
  /** The number of times the file breaks the rule; any number if omitted. */
  readonly times?: number;
}

export const exemptions: readonly Exemption[] = [
  {
    path: 'server/src/kernel/security/session-lifetime.ts',
    rule: 'writer',
    why: 'Every call notes when its session was last seen, in the transaction the kernel opens.',
  },
  {
    path: 'server/demo/demo.queries.ts',
    rule: 'writer',
    why: 'That the demo campus was made is a fact of the installation, kept beside its secret.',
  },
  {
    path: 'server/src/kernel/files',
    rule: 'folders',
    why: 'The folders of the kernel are one layer: files and errors are sent by http, which opens pictures.',
  },
  {
    path: 'server/src/kernel/jobs',
    rule: 'folders',
    why: 'As above: the hourly maintenance sweeps files, and files are removed by an event handler.',
  },
  {
    path: 'server/src/kernel/security',
    rule: 'folders',
    why: 'As above: who is refused is answered by http, which asks who calls.',
  },
  {
    path: 'web/src/features',
    rule: 'folders',
    why: 'The shell shows the bell, the palette, unsent messages and the sign-in of frames until features bring them.',
  },
  {
    path: 'web/src/features/connections',
    rule: 'folders',
    why: "A person's card has the connect buttons, and the connections page shows cards.",
  },
  {
    path: 'web/src/features/directory',
    rule: 'folders',
    why: 'The directory shows the saved searches, which are searches of the directory.',
  },
  {
    path: 'server/src/features/roles/roles.queries.ts',
    rule: 'grants',
    times: 1,
    why: "The export of a person's data contains every role that is stored of them, with its end.",
  },
  {
    path: 'server/src/features/clubs/membership/membership.queries.ts',
    rule: 'grants',
    times: 1,
    why: "The export of a person's data contains every position that is stored of them, with its end.",
  },
  {
    path: 'server/src/features/clubs/import/merge-clubs.queries.ts',
    rule: 'grants',
    times: 1,
    why: 'The undo of an import compares the rows that it wrote, of which some may have ended since.',
  },
];

/** Maximum lines of a file. Tests can be longer, because they contain many cases. */
const longest = 500;
const longestTest = 650;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const vagueNames = /(^|[-.])(utils?|helpers?|common|services?|managers?|types|index)$/;
const roles = /^(handlers|queries|rules|views|jobs|mails|test|access-inputs)$/;

const checkText = (file: File, report: Report): void => {
  const { path, text, isTest } = file;
  const isProduct =
    /^(server\/(?:src|demo)|contract|web|embed\/src)\//.test(path) &&
    !isTest &&
    !path.endsWith('.config.ts');
  if (isProduct && path !== 'server/src/main.ts' && /\bprocess\.env\b/.test(text))
    report(
      file,
      'environment',
      'reads process.env; the environment is read in server/src/main.ts and handed down',
    );
  if (
    isServer(path) &&
    !isTest &&
    !isKernel(path) &&
    !path.endsWith('.queries.ts') &&
    /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(text)
  ) {
    report(file, 'sql', 'builds a query; SQL belongs in a *.queries.ts of the feature');
  }
  if (path.startsWith('web/src/') && /['"](?:GET|POST|PATCH|PUT|DELETE) \/\w+\/\w/.test(text))
    report(
      file,
      'call',
      'names a call by a string; import it from the calls.ts of its feature in the contract',
    );
  const lines = text.split('\n').length - 1;
  const most = isTest || path.startsWith('e2e/') ? longestTest : longest;
  if (
    lines > most &&
    path !== 'web/src/lists/messages.ts' &&
    path !== 'server/src/kernel/database/tables.ts'
  ) {
    report(
      file,
      'length',
      `has ${lines} lines, more than ${most}; it answers two questions, of which one belongs in a file or sub-feature folder of its own`,
    );
  }
  const isLoadedByTool =
    path.endsWith('.config.ts') ||
    path === 'server/test/global-setup.ts' ||
    /^e2e\/[^/]*setup\.ts$/.test(path);
  if (!isLoadedByTool && /^export\s+default\b|^export\s*\{[^}]*\bas\s+default\b/m.test(text))
    report(
      file,
      'export',
      'has a default export; give it the name it has everywhere and export that',
    );
};

const checkName = (file: File, paths: ReadonlySet<string>, report: Report): void => {
  const { path } = file;
  const stem = basename(path).replace(/(\.d)?\.[a-z]+$/, '');
  const folders = dirname(path)
    .split('/')
    .filter((name) => !name.startsWith('.'));
  for (const name of [...folders, ...stem.split('.')])
    if (!kebab.test(name))
      report(file, 'name', `"${name}" is not kebab-case; files and folders are`);
  for (const name of [...folders, stem])
    if (vagueNames.test(name))
      report(
        file,
        'name',
        `"${name}" says nothing about what is inside; it belongs in a file named after what it does`,
      );

  const inFeatures = /^server\/src\/features\/(.*)$/.exec(path)?.[1]?.split('/');
  if (!inFeatures) return;
  const folder = inFeatures.at(-2);
  if (folder === undefined)
    return report(file, 'vocabulary', 'lies beside the features; it belongs in the folder of one');
  if (inFeatures.length > 3)
    return report(
      file,
      'vocabulary',
      'lies two folders deep in a feature; a sub-feature that needs its own folders belongs beside it as a feature',
    );
  if (!path.endsWith('.ts'))
    return report(file, 'vocabulary', 'is not TypeScript; it belongs outside the feature');
  const [name = '', role, ...more] = stem.split('.');
  // A module that is named after a domain term has no role suffix, and its test has its name.
  if (role === undefined) return;
  // In a feature's folder, it can be named after a term of that folder.
  const isOwn =
    name === folder ||
    inFeatures.length > 2 ||
    (role === 'test' &&
      (name.startsWith(`${folder}-`) || paths.has(join(dirname(path), `${name}.ts`))));
  if (more.length > 0 || !isOwn || !roles.test(role)) {
    report(
      file,
      'vocabulary',
      `is not a file of the feature vocabulary; it belongs in ${folder}.{handlers,queries,rules,views,jobs,mails,test,access-inputs}.ts or in a module named after a thing of the domain`,
    );
  }
};

const writes = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?!\()"?([a-z_]\w*)/gi,
  /\bupdate\s+(?:only\s+)?"?([a-z_]\w*)"?(?:\s+(?:as\s+)?[a-z_]\w*)?\s+set\b/gi,
];

/** Only one feature or the kernel writes to a table. */
const checkWriters = (
  files: readonly File[],
  isExempt: (file: File, rule: Rule) => boolean,
  report: Report,
): void => {
  const writers = new Map<string, Map<string, File>>();
  for (const file of files) {
    const owner = isKernel(file.path)
      ? 'the kernel'
      : isDemo(file.path)
        ? 'the demo'
        : featureOf(file.path);
    if (
      owner === undefined ||
      file.isTest ||
      !(isKernel(file.path) || file.path.endsWith('.queries.ts'))
    )
      continue;
    const tables = new Set(
      writes.flatMap((pattern) =>
        [...file.text.matchAll(pattern)].map(([, table]) => table?.toLowerCase() ?? ''),
      ),
    );
    if (tables.size === 0 || isExempt(file, 'writer')) continue;
    for (const table of tables)
      writers.set(table, (writers.get(table) ?? new Map<string, File>()).set(owner, file));
  }
  for (const [table, owners] of writers) {
    if (owners.size < 2) continue;
    for (const [owner, file] of owners) {
      const others = [...owners.keys()].filter((name) => name !== owner).join(' and ');
      report(
        file,
        'writer',
        `writes ${table}, and so does ${others}; the write belongs in the one that owns the table, the others react to its events`,
      );
    }
  }
};

/** A handler must be easy to find: it is inline where the endpoint is handled, or has its name. */
const checkHandlers = (file: File, report: Report): void => {
  const { path, text } = file;
  if (!path.endsWith('.handlers.ts')) return;
  for (const [, endpoint = '', handler] of text.matchAll(
    /\bhandle[A-Z]?\w*\(\s*(?:\w+\.)?(\w+),\s*(\w+)\s*[,)]/g,
  ))
    if (handler !== endpoint)
      report(
        file,
        'handler',
        `answers ${endpoint} by a function named ${handler}; what it does belongs in handle(${endpoint}, …) itself`,
      );
};

const grantReads =
  /(?<!\bdelete\s)\b(?:from|join|using)\s+role_grants\b|\.selectFrom\(\s*'role_grants/gi;

/** Most queries need current roles and positions. The table also has ended grants, which the view leaves out. */
const checkGrants = (file: File, report: Report): void => {
  if (!isServer(file.path) || file.isTest) return;
  for (const _ of file.text.matchAll(grantReads))
    report(
      file,
      'grants',
      'reads role_grants, which also has grants that have ended; current_grants has those that count now',
    );
};

/**
 * With `:has()` or a position in the ancestor and `*` after it, as these variants compile, Chromium recalculates the style of the
 * whole document whenever the page gets or loses an element: 35 ms for 600 elements on each click.
 */
const wideStyles = /\bgroup-(?:has|first|last|only|odd|even|nth|empty|of-type)\b/;

/** The theme (`web/src/styles/app.css`) removes these sizes and weights of Tailwind, so these classes would have no effect. */
const missingStyles =
  /(?<=[\s"'`:])(?:text-[3-9]xl|font-(?:thin|extralight|light|semibold|extrabold|black)|rounded(?:-(?:[trblse]|[tb][lr]|[se][se]))?-(?:xs|md|lg|xl|[234]xl)|shadow-(?:2?xs|sm|md|lg|xl|2xl))(?=[\s"'`!])/;

const checkStyles = (file: File, report: Report): void => {
  if (!file.path.startsWith('web/src/') || file.isTest) return;
  const [missing] = missingStyles.exec(file.text) ?? [];
  if (missing)
    report(
      file,
      'styles',
      `uses the class ${missing}, which the theme doesn't have; web/src/styles/app.css lists the sizes, weights and radii`,
    );
  const [found] = wideStyles.exec(file.text) ?? [];
  if (found)
    report(
      file,
      'styles',
      `uses the variant ${found}, which makes each change of a page slow; write a rule that names the elements it styles, like last:[&_.moment-line]:hidden`,
    );
};

/** Returns the violations in a checkout: `path: problem; where it belongs`. */
export const checkHouse = (root: string, exempted: readonly Exemption[] = exemptions): string[] => {
  const list = readFiles(root);
  const files = new Map(list.map((file) => [file.path, file]));
  const paths = new Set(files.keys());
  const problems = new Set<string>();
  const used = new Map<Exemption, number>();
  const isExempt = (file: Pick<File, 'path'>, rule: Rule): boolean => {
    const found = exempted.find((item) => item.path === file.path && item.rule === rule);
    if (found) used.set(found, (used.get(found) ?? 0) + 1);
    return found !== undefined;
  };
  const report: Report = (file, rule, sentence) => {
    if (!isExempt(file, rule)) problems.add(`${file.path}: ${sentence}`);
  };
  const carriesZod = (path: string, seen = new Set<string>()): boolean => {
    const file = files.get(path);
    if (!file || seen.has(path)) return false;
    seen.add(path);
    return (
      file.imports.some((item) => item.from === 'zod' && !item.isType) ||
      file.needs.some((next) => carriesZod(next, seen))
    );
  };
  for (const file of list) {
    checkImports(file, carriesZod, report);
    checkText(file, report);
    checkName(file, paths, report);
    checkHandlers(file, report);
    checkWords(file, report);
    checkGrants(file, report);
    checkStyles(file, report);
  }
  checkFunctions(root, list, report);
  checkWriters(list, isExempt, report);
  checkFileRings(files, report);
  checkFolderRings(files, report);
  for (const item of exempted)
    if (!used.has(item))
      problems.add(
        `${item.path}: needs no exemption from "${item.rule}" any more; remove it from the list in tools/check-house.ts`,
      );
  for (const [{ path, rule, times }, count] of used)
    if (times !== undefined && times !== count)
      problems.add(`${path}: breaks "${rule}" ${count} times; its exemption is for ${times}`);
  return [...problems].toSorted();
};

if (isEntry(import.meta.filename)) {
  const problems = checkHouse(join(import.meta.dirname, '..'));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
