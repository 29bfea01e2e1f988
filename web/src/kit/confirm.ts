import type { ReactNode } from 'react';
import { createStore } from '../lib/store.ts';

/** A question before an action that is hard to undo. */
export interface Question {
  title: string;
  body: ReactNode;
  confirmLabel: string;
  /** By default "Cancel". */
  cancelLabel?: string;
  /** The action deletes something. */
  isDanger?: boolean;
  /** Runs while the dialog stays open. The dialog shows an error and stays. */
  run?: () => Promise<unknown>;
}

export interface PendingQuestion extends Question {
  resolve: (isConfirmed: boolean) => void;
}

/** The open question, which `ConfirmArea` shows. */
export const pendingQuestion = createStore<PendingQuestion | null>(null);

/** Resolves to whether the person confirmed and `run`, if given, succeeded. A new question cancels the one that is open. */
export function confirm(question: Question): Promise<boolean> {
  pendingQuestion.get()?.resolve(false);
  return new Promise((resolve) => {
    const own: PendingQuestion = {
      ...question,
      resolve(isConfirmed) {
        if (pendingQuestion.get() === own) pendingQuestion.set(null);
        resolve(isConfirmed);
      },
    };
    pendingQuestion.set(own);
  });
}
