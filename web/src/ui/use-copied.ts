import { useState } from 'react';

/** Copies a text and returns whether it succeeded. For text that can be selected as well. */
export function useCopied(text: string): [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers reject this on insecure origins. The user can still select the text.
      setCopied(false);
    }
  };
  return [isCopied, copy];
}
