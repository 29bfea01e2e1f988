import {
  featureOf,
  isKernel,
  isServer,
  packageOf,
  resolve,
  type File,
  type Report,
} from './house-files.ts';

/** The folders that the web kit can import. */
const belowKit = ['web/src/kit/', 'web/src/ui/', 'web/src/lib/'];

/** Returns why a file must not import another one of ours. */
const layerProblem = (
  file: File,
  to: string,
  isType: boolean,
  carriesZod: (path: string) => boolean,
): string | undefined => {
  const { path } = file;
  const within = (...folders: string[]) => folders.some((folder) => to.startsWith(folder));
  if (path.startsWith('contract/') && !within('contract/'))
    return 'the contract imports no other folder; move shared code into contract';
  if (path.startsWith('embed/') && !within('embed/', 'contract/src/embedding/host-messages'))
    return 'embed can import only embed and contract/src/embedding/host-messages.ts';
  if (path.startsWith('web/')) {
    if (!within('web/', 'contract/src/'))
      return 'the web app can import only the contract from outside web; move shared code into contract';
    if (within('contract/') && !isType && !file.isTest && carriesZod(to))
      return 'it would load zod in the browser; use "import type", or move the value into contract/src/layout.ts';
    if (/^web\/src\/(ui|lib)\//.test(path) && /^web\/src\/(features|shell|routes)\b/.test(to))
      return 'ui and lib can’t import pages; move the code to shell or a feature';
    if (path.startsWith('web/src/kit/') && !file.isTest && !within('contract/', ...belowKit))
      return 'the kit can import only lib and ui; move the code to a page or a feature, or pass the value as a property';
    if (/^web\/src\/(ui|lib)\//.test(path) && within('web/src/kit/'))
      return 'ui and lib can’t import the kit; move the code to kit or a feature';
  }
  if (path.startsWith('server/')) {
    if (within('web/', 'embed/', 'e2e/', 'bench/'))
      return 'the server can’t import pages; move shared code into contract';
    if (within('tools/') && !(path.startsWith('server/test/') && within('tools/postgres/')))
      return 'the server can’t import tools; move the code to server/src/kernel';
    if (file.isTest || !isServer(path)) return undefined;
    if (within('server/test/')) return 'only tests use the test world';
    if (isKernel(path) && !isKernel(to) && isServer(to))
      return 'the kernel can’t import features; pass it in through createApp, or move it into the feature';
    const own = featureOf(path);
    if (
      own !== undefined &&
      within('server/src/app.ts', 'server/src/main.ts', 'server/src/mobile-ws/')
    )
      return 'features can’t import the app; pass values in through createApp';
    const other = featureOf(to);
    if (
      own !== undefined &&
      other !== undefined &&
      own !== other &&
      /\.(handlers|jobs|mails|test|access-inputs)\.ts$/.test(to)
    ) {
      return `features can import only each other's queries, rules and views; handle an event of ${other} in ${own} instead`;
    }
  }
  return undefined;
};

/** Checks the imports of our files and of packages. */
export const checkImports = (
  file: File,
  carriesZod: (path: string) => boolean,
  report: Report,
): void => {
  const { path } = file;
  for (const { from, clause, isType } of file.imports) {
    const to = resolve(path, from);
    if (to !== undefined) {
      const problem = layerProblem(file, to, isType, carriesZod);
      if (problem) report(file, 'layer', `imports ${to}; ${problem}`);
      continue;
    }
    if (!isServer(path) && !/^(web|contract|embed)\//.test(path)) continue;
    const name = packageOf(from);
    const isSql =
      name === 'pg' ||
      name === 'pg-copy-streams' ||
      (name === 'kysely' && !isType && /\bsql\b/.test(clause));
    if (isSql && !isKernel(path) && !file.isTest && !path.endsWith('.queries.ts'))
      report(file, 'sql', `imports ${name}; SQL belongs in a *.queries.ts of the feature`);
    if (
      (name === 'fastify' || name.startsWith('@fastify/')) &&
      !isKernel(path) &&
      path !== 'server/src/app.ts'
    )
      report(
        file,
        'framework',
        `imports ${name}; the web framework belongs in server/src/kernel or server/src/app.ts`,
      );
    if (name === 'zod' && !isKernel(path) && !path.startsWith('contract/'))
      report(file, 'schema', 'imports zod; shapes belong in contract');
  }
};
