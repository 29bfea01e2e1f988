import { editMinutes, participantsMax } from '#contract/chat/limits.ts';
import { CallError, type CallErrorCode } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import type { Messages } from '../../lib/messages.ts';
import type { SendFailure } from './queue/unsent-store.ts';

/** Returns the text of a chat error in the user's language. Other errors use the general texts. */
export const chatErrorText = (error: unknown, messages: Messages): string => {
  const { t } = messages;
  if (!(error instanceof CallError)) return errorText(error, messages);
  switch (error.code) {
    case 'chat_not_allowed':
      return t('chat.errorNotAllowed');
    case 'chat_left':
      return t('chat.errorLeft');
    case 'chat_file_gone':
      return t('chat.errorFileGone');
    case 'upload_unsafe':
    case 'picture_damaged':
    case 'picture_pixels':
      return t('chat.errorFile');
    case 'upload_too_large':
      return t('chat.errorTooLarge');
    case 'chat_too_late':
      return t('chat.errorTooLate', { count: editMinutes / 60 });
    case 'chat_full':
      return t('chat.errorFull', { count: participantsMax });
    case 'chat_too_many_pinned':
      return t('chat.errorPinned');
    case 'chat_reaction':
      return t('chat.errorReaction');
    default:
      return errorText(error, messages);
  }
};

/** Turns a stored failure to send a message into the call's error. */
export const errorOf = ({ code, message }: SendFailure): CallError =>
  // failureOf() wrote the code from a call's error.
  new CallError({ status: 400, code: code as CallErrorCode, message });

/** Returns the text that explains why a message was not sent. */
export const failureText = (failure: SendFailure | null, messages: Messages): string =>
  failure === null ? '' : chatErrorText(errorOf(failure), messages);
