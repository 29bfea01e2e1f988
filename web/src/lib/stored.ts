/** localStorage that may be missing (a frame without storage, private windows): then nothing is remembered. */
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
    // Not remembered; the choice still holds for this page.
  }
}

/** sessionStorage: remembered by this tab alone, for what names people and is not to stay on a shared computer. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Not remembered.
  }
}

/** At sign-out. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // There was nothing.
  }
}
