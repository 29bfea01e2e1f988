import { useState } from 'react';

/** Copies a text, and whether it is copied: for what stands there to be copied anyway. */
export function useCopied(text: string): [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without a secure address browsers refuse; the text can be selected all the same.
      setCopied(false);
    }
  };
  return [isCopied, copy];
}
