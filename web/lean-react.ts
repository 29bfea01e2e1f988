import type { Plugin } from 'vite';

/*
 * Leaves out of react-dom what the app does not use: view transitions, refs on fragments, and taking over HTML that a server has
 * drawn (hydration). 8 KB of 65 (gzip), in every first load (decision 016). React's package has no switch for them.
 * Functions of the published file are emptied by name. Those that are never called without these features throw, so that a
 * mistake here is loud; whoever uses one of the features is told so when the app is built.
 */

/** The release whose calls were followed to see what is reached. Another one has to be read anew: each name below, and who calls it. */
const readVersion = '19.3.1';

/** They look through what is drawn for view transitions, and there is none to be found. */
const findsNothing = [
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'trackEnterViewTransitions',
];

const neverCalled = [
  // Only once a view transition was found.
  'applyViewTransitionName',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'commitAfterMutationEffectsOnFiber',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'createViewTransitionInstance',
  'flushAfterMutationEffects',
  'getViewTransitionClassName',
  'getViewTransitionName',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'pushViewTransitionCancelableScope',
  'reportViewTransitionError',
  'restorePairedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  // Only where a fragment has a ref.
  'FragmentInstance',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  // Only below a root of hydrateRoot, or in what such a root has left for later.
  'attemptExplicitHydrationTarget',
  'canHydrateHydrationBoundary',
  'canHydrateInstance',
  'canHydrateTextInstance',
  'clearHydrationBoundary',
  'getNextHydratableInstanceAfterHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'prepareToHydrateHostInstance',
  'queueIfContinuousEvent',
  'retryIfBlockedOn',
  'scheduleReplayQueueIfNeeded',
  'updateDehydratedSuspenseComponent',
];

/** react-dom's production file without them. */
export function leaveOut(code: string): string {
  if (!code.includes(`exports.version = "${readVersion}";`))
    throw new Error(`web/lean-react.ts was written for React ${readVersion}`);
  let lean = code;
  const replace = (pattern: RegExp, by: string) => {
    if (!pattern.test(lean))
      throw new Error(`web/lean-react.ts: react-dom has no ${pattern.source}`);
    lean = lean.replace(pattern, by);
  };
  const empty = (name: string, body: string) =>
    replace(
      new RegExp(`^function ${name}\\([^)]*\\) \\{\\n[^]*?\\n\\}\\n`, 'm'),
      `function ${name}() {${body}}\n`,
    );
  for (const name of findsNothing) empty(name, '');
  for (const name of neverCalled) empty(name, 'leftOut();');
  replace(/^FragmentInstance\.prototype\.\w+ = function [^]*?\n\};\n/gm, '');
  replace(/^exports\.hydrateRoot = function [^]*?\n\};\n/m, 'exports.hydrateRoot = leftOut;\n');
  return `${lean}function leftOut() { throw Error("left out of react-dom"); }\n`;
}

export const leanReact = (): Plugin[] => [
  {
    name: 'lean-react',
    apply: 'build',
    transform: {
      filter: { id: /react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: leaveOut(code), map: null }),
    },
  },
  {
    name: 'lean-react-uses',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: { exclude: /node_modules\/(?:react|react-dom)\// },
        code: /\b(?:hydrateRoot|ViewTransition)\b|<(?:React\.)?Fragment\b[^>]*\sref=/,
      },
      handler(_, id) {
        this.error(`${id} uses a part of React that is left out of the build (web/lean-react.ts)`);
      },
    },
  },
];
