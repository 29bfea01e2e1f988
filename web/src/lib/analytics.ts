import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { analyticsPollMs } from '#contract/layout.ts';

/*
 * Usage analytics of a school (product text §3, §8, §9): `startAnalytics({ user, schoolCode })`. Only the server determines
 * the script's URL (kernel/http/page-policy.ts), never a host page. All errors are only logged to the console.
 */

interface Settings {
  address: string;
  key: string;
  object: string;
}

interface Agent {
  initialize(who: { visitor: { id: string; accountType: string }; account: { id: string } }): void;
}

/** The part of https://www.w3.org/TR/trusted-types/ that we use. Browsers without it have no `trustedTypes`. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

/** Returns the school's analytics settings, if it has any. */
export function analyticsHere(): Settings | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;
  return text === undefined ? null : (JSON.parse(text) as Settings);
}

/** Do Not Track or Global Privacy Control (https://w3c.github.io/gpc/): the user has opted out in the browser. */
const hasOptedOut = (): boolean =>
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Returns the visitor and account for the script: uid and account type, and the school's code, all in lowercase. */
export const visitOf = (
  user: Pick<AuthenticatedUser, 'uid' | 'accountType'>,
  schoolCode: string,
) => ({
  visitor: {
    id: `${user.uid}_${user.accountType}`.toLowerCase(),
    accountType: user.accountType.toLowerCase(),
  },
  account: { id: schoolCode.toLowerCase() },
});

/** Number of checks for the script's global object: about a minute. */
const polls = 600;

let isStarted = false;

/** Counts a visit if the school has analytics and neither browser nor user opted out. Call it once per page load. */
export function startAnalytics({
  user,
  schoolCode,
}: {
  user: AuthenticatedUser;
  schoolCode: string;
}): void {
  const settings = analyticsHere();
  if (settings === null || isStarted || !user.isCounted || hasOptedOut()) return;
  isStarted = true;
  const { address, key, object } = settings;
  if (key === '') return console.error('Analytics: the key is empty.');
  const url = address.replaceAll('{key}', encodeURIComponent(key));
  const policy = (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
    'campus-analytics',
    {
      createScriptURL: (asked) => {
        if (asked !== url)
          throw new TypeError('Only the script of the school’s analytics comes from here');
        return asked;
      },
    },
  );
  let timer: ReturnType<typeof setInterval> | undefined;
  const script = document.createElement('script');
  script.async = true;
  script.onerror = () => {
    clearInterval(timer);
    console.error(`Analytics: the script of ${new URL(url).host} was blocked or did not load.`);
  };
  let left = polls;
  timer = setInterval(() => {
    left -= 1;
    const agent = (window as unknown as Record<string, Partial<Agent> | undefined>)[object];
    if (typeof agent?.initialize !== 'function') {
      if (left === 0) {
        clearInterval(timer);
        console.error(`Analytics: the script has made no ${object}.`);
      }
      return;
    }
    clearInterval(timer);
    try {
      agent.initialize(visitOf(user, schoolCode));
    } catch (error) {
      console.error('Analytics:', error);
    }
  }, analyticsPollMs);
  // A browser with Trusted Types only accepts a URL from a policy.
  script.src = (policy?.createScriptURL(url) ?? url) as string;
  document.head.append(script);
}
