import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { updateProfile } from '#contract/people/calls.ts';
import words from 'messages:en/profile.*';
import { useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { storeUser, useUser } from '../../lib/session-store.ts';
import { lengthOf, parseHtml } from '../rich-text/rich-document.ts';
import { changeOf, draftOf, limits, type Draft } from './profile-draft.ts';

addEnglish(words);

/** A form of the user's profile. It sends only what has changed. */
export function useProfileForm(onSaved?: () => void) {
  const { t } = useMessages();
  const user = useUser();
  const form = useForm<Draft, AuthenticatedUser>({
    defaultValues: draftOf(user),
    isComplete: ({ bio }) => lengthOf(parseHtml(bio)) <= limits.bioText,
    save(draft) {
      const saved = form.fields.formState.defaultValues as Draft;
      return call(updateProfile, changeOf(draft, saved) ?? {});
    },
    savedValues: (_, next) => draftOf(next),
    onSuccess(next) {
      storeUser(next);
      onSaved?.();
    },
    success: t('profile.saved'),
    invalidates: 'all',
  });
  return form;
}
