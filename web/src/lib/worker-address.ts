/** Workers that run without the app. They are plain files outside the bundle (web/public). */
const workers = ['/push-worker.js', '/offline-worker.js'] as const;
export type WorkerPath = (typeof workers)[number];

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}
let policy: { createScriptURL(url: string): string } | undefined;

/** Returns a worker's URL as Trusted Types require it. Only these are allowed. */
export function workerAddress(path: WorkerPath): string {
  policy ??= (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
    'campus-worker',
    {
      createScriptURL(url) {
        const known = workers.find((one) => one === url);
        if (known === undefined) throw new TypeError(`No worker at ${url}`);
        return known;
      },
    },
  );
  return policy?.createScriptURL(path) ?? path;
}
