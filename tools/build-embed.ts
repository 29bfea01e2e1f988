import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runStep } from './step.ts';
import { root } from './web-hash.ts';
import { isEntry } from './entry.ts';

const source = join(root, 'embed');

/** Builds the SDK for host pages: `iife` for a `<script>` (embed.js, which the server provides), `es` for an import (campus-embed.js). */
export const buildEmbed = async (folder: string, format: 'iife' | 'es'): Promise<void> => {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: source,
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: {
        entry: join(source, 'src', 'main.ts'),
        name: 'Campus',
        formats: [format],
        fileName: () => (format === 'iife' ? 'embed.js' : 'campus-embed.js'),
      },
      minify: true,
    },
  });
};

/** Generates the types of the SDK next to each other, as importers expect. */
const buildTypes = async (folder: string): Promise<void> => {
  const half = await mkdtemp(join(tmpdir(), 'commons-embed-'));
  try {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const made = await runStep('types', tsc, [
      '-p',
      source,
      '--noEmit',
      'false',
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      half,
      '--rootDir',
      root,
    ]);
    if (!made.ok) throw new Error(made.output);
    const files = (await readdir(half, { recursive: true })).filter((name) =>
      name.endsWith('.d.ts'),
    );
    for (const file of files) {
      const text = await readFile(join(half, file), 'utf8');
      await writeFile(
        join(folder, basename(file)),
        text.replace(/'(?:\.\/|#contract\/)(?:[\w-]+\/)*([\w-]+)\.ts'/g, "'./$1.js'"),
      );
    }
  } finally {
    await rm(half, { recursive: true, force: true });
  }
};

/** Builds the npm package: `npm publish dist/embed`. */
export const buildPackage = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(source, 'npm'), folder, { recursive: true });
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await buildEmbed(folder, 'es');
  await buildEmbed(folder, 'iife');
  await buildTypes(folder);
};

if (isEntry(import.meta.filename)) {
  process.env.NODE_ENV = 'production';
  await buildPackage(join(root, 'dist', 'embed'));
  console.log('The SDK is in dist/embed; publish it with: npm publish dist/embed');
}
