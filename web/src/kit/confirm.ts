import type { ReactNode } from 'react';
import { createStore } from '../lib/store.ts';

/** What is asked before something is done that cannot simply be taken back. */
export interface Question {
  title: string;
  body: ReactNode;
  /** The button that does it. */
  yes: string;
  /** The button that leaves it; "Cancel" without. */
  no?: string;
  /** It removes something. */
  isDanger?: boolean;
  /** Done while the dialog waits; what fails is said in the dialog, which stays. */
  run?: () => Promise<unknown>;
}

export interface Asked extends Question {
  answer: (isYes: boolean) => void;
}

/** The question that waits; drawn by `ConfirmArea`. */
export const asked = createStore<Asked | null>(null);

/** Asks; answers whether it is to be done, or with `run` whether it was done. One question at a time: a new one answers the last with no. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const own: Asked = {
      ...question,
      answer(isYes) {
        if (asked.get() === own) asked.set(null);
        resolve(isYes);
      },
    };
    asked.set(own);
  });
}
