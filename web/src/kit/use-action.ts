import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Call } from '#contract/call.ts';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { showAlert } from '../ui/alerts.ts';
import { showToast, type ToastInput } from '../ui/toasts.ts';
import { confirm, type Question } from './confirm.ts';

export interface ActionOptions<I, R> {
  /** The question to ask first; the action runs while its dialog stays open. `null` runs it without asking. */
  confirm?: (input: I) => Question | null;
  /** Shows the expected result before the server replies. Returns a function that rolls it back if the server refuses. */
  optimistic?: (input: I) => () => void;
  /** The query whose cached data the reply replaces. */
  updates?: QueryKey;
  /** Calls or queries to fetch again afterwards; `all` fetches everything on the screen again. */
  invalidates?: readonly (Call | QueryKey)[] | 'all';
  /** The text of the toast. `null` shows no toast. */
  success?: string | ((reply: R, input: I) => string | ToastInput | null);
  /** Returns the input that undoes the action, for the toast's Undo button. `before` is the data that the query of `updates` had. */
  undo?: (input: I, before: R | undefined) => I | undefined;
  onSuccess?: (reply: R, input: I) => unknown;
  /** The component shows the error itself, so no alert appears. */
  isQuiet?: boolean;
  /** Actions of one scope run one after another, for replies that each replace the same data. */
  scope?: string;
  /** The text of the alert; by default the text of the error's code. */
  errorMessage?: (error: Error) => string;
}

export interface Action<I, R> {
  run: (input: I) => void;
  /** Like `run`, for callers that await the reply; rejects if the action fails. */
  runAsync: (input: I) => Promise<R>;
  isPending: boolean;
  /** The input of the action that is running. */
  pendingInput: I | undefined;
  error: Error | null;
  reset: () => void;
}

interface Variables<I> {
  input: I;
  isUndo?: boolean;
  /** The confirmation dialog that is still open. */
  dialog?: { close: () => void; showError: (error: Error) => void };
}

/**
 * const archive = useAction((id: string) => call(archiveHub, { id }), { invalidates: [listHubs], success: t('hubs.archived') });
 * archive.run(hub.id)
 * Runs a mutation and reports its outcome: a toast, with an Undo button if `undo` is given, or an alert with the error's text.
 */
export function useAction<I = void, R = unknown>(
  work: (input: I) => Promise<R>,
  {
    confirm: questionFor,
    optimistic,
    updates,
    invalidates = [],
    success,
    undo,
    onSuccess,
    isQuiet = false,
    scope,
    errorMessage,
  }: ActionOptions<I, R> = {},
): Action<I, R> {
  const messages = useMessages();
  const client = useQueryClient();
  const alert = (error: Error) =>
    showAlert({
      type: 'Error',
      message: errorMessage?.(error) ?? errorText(error, messages),
      autoClose: true,
    });
  const mutation = useMutation({
    mutationFn: ({ input }: Variables<I>) => work(input),
    ...(scope !== undefined && { scope: { id: scope } }),
    onMutate: ({ input }) => ({
      before: updates && client.getQueryData<R>(updates),
      rollBack: optimistic?.(input),
    }),
    onSuccess(reply, { input, isUndo, dialog }, { before }) {
      if (updates) client.setQueryData(updates, reply);
      dialog?.close();
      const message = typeof success === 'function' ? success(reply, input) : success;
      const undoInput = isUndo ? undefined : undo?.(input, before);
      if (message !== undefined && message !== null)
        showToast({
          ...(typeof message === 'string' ? { message } : message),
          ...(undoInput !== undefined && {
            action: {
              label: messages.t('kit.undo'),
              run: () => mutation.mutate({ input: undoInput, isUndo: true }),
            },
          }),
        });
      return onSuccess?.(reply, input);
    },
    onError(error, { dialog }, context) {
      context?.rollBack?.();
      if (dialog) dialog.showError(error);
      else if (!isQuiet) alert(error);
    },
    onSettled: () =>
      invalidates === 'all'
        ? client.invalidateQueries()
        : Promise.all(
            invalidates.map((key) =>
              client.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key }),
            ),
          ),
  });
  return {
    run(input) {
      const question = questionFor?.(input);
      if (!question) return mutation.mutate({ input });
      // After someone has closed the dialog, an error can only show as an alert.
      let isOpen = true;
      const run = () =>
        new Promise<void>((close, reject) => {
          const showError = (error: Error) => {
            if (!isOpen) alert(error);
            reject(error);
          };
          mutation.mutate({ input, dialog: { close, showError } });
        });
      void confirm({ ...question, run }).then(() => {
        isOpen = false;
      });
    },
    runAsync: (input) => mutation.mutateAsync({ input }),
    isPending: mutation.isPending,
    pendingInput: mutation.isPending ? mutation.variables.input : undefined,
    error: mutation.error,
    reset: mutation.reset,
  };
}
