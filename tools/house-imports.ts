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
    return 'the contract stands on nothing of ours; what both sides need moves into contract';
  if (path.startsWith('embed/') && !within('embed/', 'contract/src/embedding/host-messages'))
    return 'host pages get nothing but embed and contract/src/embedding/host-messages.ts';
  if (path.startsWith('web/')) {
    if (!within('web/', 'contract/src/'))
      return 'the web app knows the server by its contract; what is said moves into contract';
    if (within('contract/') && !isType && !file.isTest && carriesZod(to))
      return 'it would carry zod to the browser; use "import type", or move the value into contract/src/layout.ts';
    if (/^web\/src\/(ui|lib)\//.test(path) && /^web\/src\/(features|shell|routes)\b/.test(to))
      return 'ui and lib know no page; what knows one belongs in shell or its feature';
    if (path.startsWith('web/src/kit/') && !file.isTest && !within('contract/', ...belowKit))
      return 'the kit stands on lib and ui; what knows a page or a feature belongs there, and what both need comes in as a property';
    if (/^web\/src\/(ui|lib)\//.test(path) && within('web/src/kit/'))
      return 'ui and lib stand below the kit; what needs it belongs in kit or a feature';
  }
  if (path.startsWith('server/')) {
    if (within('web/', 'embed/', 'e2e/', 'bench/'))
      return 'the server knows no page; what both say belongs in contract';
    if (within('tools/') && !(path.startsWith('server/test/') && within('tools/postgres/')))
      return 'tools stand on the server, not below it; what the server needs belongs in server/src/kernel';
    if (file.isTest || !isServer(path)) return undefined;
    if (within('server/test/')) return 'only tests use the test world';
    if (isKernel(path) && !isKernel(to) && isServer(to))
      return 'the kernel knows no feature; pass it in through createApp, or move it into the feature';
    const own = featureOf(path);
    if (
      own !== undefined &&
      within('server/src/app.ts', 'server/src/main.ts', 'server/src/mobile-ws/')
    )
      return 'features stand below the app; what they need comes in through createApp';
    const other = featureOf(to);
    if (
      own !== undefined &&
      other !== undefined &&
      own !== other &&
      /\.(handlers|jobs|mails|test|access-inputs)\.ts$/.test(to)
    ) {
      return `features read each other's queries, rules and views; a consequence belongs in ${own} as a reaction to an event of ${other}`;
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
