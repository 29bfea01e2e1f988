/** localStorage, which may be unavailable (frames without storage, private windows). Then nothing is stored. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Not stored, but the choice still applies to this page.
  }
}

/** sessionStorage, for data that names people and must not stay on a shared computer. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Nothing is stored.
  }
}

/** The prefix of ballots that aren't cast yet. */
export const ballotPrefix = 'ballot-draft:';

/**
 * Call this at sign-out. Ballots that aren't cast stay until the tab closes, so that voters can sign in again and continue. Their keys
 * name the person, and the app shows them to no one else.
 */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (!key.startsWith(ballotPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
