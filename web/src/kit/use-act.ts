import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallKey } from '#contract/endpoints.ts';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { showAlert } from '../ui/alerts.ts';
import { showToast, type ToastInput } from '../ui/toasts.ts';
import { confirm, type Question } from './confirm.ts';

export interface ActOptions<I, R> {
  /** What is asked first, unless it is `null`; it is then done while that dialog waits. */
  ask?: (input: I) => Question | null;
  /** Shows what will be, at once; answers how to take it back when the server refuses. */
  atOnce?: (input: I) => () => void;
  /** The query whose new answer the reply is. */
  answers?: QueryKey;
  /** Calls, or queries, that are asked again afterwards; `all`: whatever is shown. */
  stale?: readonly (CallKey | QueryKey)[] | 'all';
  /** The toast; none for `null`. */
  said?: string | ((reply: R, input: I) => string | ToastInput | null);
  /** The input that takes it back, offered with the toast. `before`: what the query of `answers` held. */
  undo?: (input: I, before: R | undefined) => I | undefined;
  done?: (reply: R, input: I) => unknown;
  /** What fails is said where it was done, not as an alert. */
  isQuiet?: boolean;
  /** Acts of one name run one after another: each answer is the whole of something. */
  inTurn?: string;
  /** What failed, in words; without, those of the error. */
  failed?: (error: Error) => string;
}

export interface Act<I, R> {
  run: (input: I) => void;
  /** The same, for whom the outcome matters; rejects when it fails. */
  runAsync: (input: I) => Promise<R>;
  isPending: boolean;
  /** While it is under way: what was asked for. */
  pending: I | undefined;
  error: Error | null;
  reset: () => void;
}

interface Wish<I> {
  input: I;
  isUndo?: boolean;
  /** The dialog that asked. */
  dialog?: { close: () => void; say: (error: Error) => void };
}

/**
 * const archive = useAct((id: string) => call('PATCH …', { id }), { stale: [hubsCall], said: t('hubs.archived') });
 * archive.run(hub.id)
 * Does something and says how it went: a toast, with a way back where there is one, or an alert in the words of the error.
 */
export function useAct<I = void, R = unknown>(
  work: (input: I) => Promise<R>,
  options: ActOptions<I, R> = {},
): Act<I, R> {
  const {
    ask,
    atOnce,
    answers,
    stale = [],
    said,
    undo,
    done,
    isQuiet = false,
    inTurn,
    failed,
  } = options;
  const messages = useMessages();
  const client = useQueryClient();
  const alert = (error: Error) =>
    showAlert({
      type: 'Error',
      message: failed?.(error) ?? errorText(error, messages),
      autoClose: true,
    });
  const act = useMutation({
    mutationFn: ({ input }: Wish<I>) => work(input),
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    onMutate: ({ input }) => ({
      before: answers && client.getQueryData<R>(answers),
      takeBack: atOnce?.(input),
    }),
    onSuccess(reply, { input, isUndo, dialog }, { before }) {
      if (answers) client.setQueryData(answers, reply);
      dialog?.close();
      const message = typeof said === 'function' ? said(reply, input) : said;
      const back = isUndo ? undefined : undo?.(input, before);
      if (message !== undefined && message !== null)
        showToast({
          ...(typeof message === 'string' ? { message } : message),
          ...(back !== undefined && {
            action: {
              label: messages.t('kit.undo'),
              run: () => act.mutate({ input: back, isUndo: true }),
            },
          }),
        });
      return done?.(reply, input);
    },
    onError(error, { dialog }, stored) {
      stored?.takeBack?.();
      if (dialog) dialog.say(error);
      else if (!isQuiet) alert(error);
    },
    onSettled: () =>
      stale === 'all'
        ? client.invalidateQueries()
        : Promise.all(
            stale.map((key) =>
              client.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key }),
            ),
          ),
  });
  return {
    run(input) {
      const question = ask?.(input);
      if (!question) return act.mutate({ input });
      // Whoever closes the dialog while it waits hears of an error elsewhere.
      let isOpen = true;
      const run = () =>
        new Promise<void>((close, say) => {
          const show = (error: Error) => {
            if (!isOpen) alert(error);
            say(error);
          };
          act.mutate({ input, dialog: { close, say: show } });
        });
      void confirm({ ...question, run }).then(() => {
        isOpen = false;
      });
    },
    runAsync: (input) => act.mutateAsync({ input }),
    isPending: act.isPending,
    pending: act.isPending ? act.variables.input : undefined,
    error: act.error,
    reset: act.reset,
  };
}
