import { useLocation } from '@tanstack/react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { ProfileChange } from '#contract/people.ts';
import { call, queryClient } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { keepUser, useUser } from '../../lib/session-store.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { TagField } from '../../ui/tag-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { lengthOf, parseHtml } from '../rich-text/rich-document.ts';
import { BioField } from './bio-field.tsx';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import {
  changeOf,
  draftOf,
  limits,
  type Draft,
  type LineField,
  type ListField,
} from './profile-draft.ts';
import { PicturesCard } from './pictures-card.tsx';
import { RecordCard } from './record-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSectionTitle } from './section-title.ts';
import { optionsQuery } from './settings.data.ts';

const noOptions: readonly string[] = [];

/** Own profile: everything a person may say about themselves, saved explicitly. */
export function ProfileSection() {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const options = useQuery(optionsQuery());
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState<Draft>(() => draftOf(user));
  const [draft, setDraft] = useState<Draft>(saved);
  const change = changeOf(draft, saved);
  useSectionTitle(t('settings.profile'));
  const hash = useFocusFromHash(form);

  const save = useMutation({
    mutationFn: (sent: ProfileChange) => call('PATCH /api/v1/profile', sent),
    onSuccess(next, sent) {
      const stored = draftOf(next);
      setSaved(stored);
      // What was typed while the answer was on its way stays as typed.
      setDraft((current) =>
        JSON.stringify(changeOf(current, saved)) === JSON.stringify(sent) ? stored : current,
      );
      keepUser(next);
      void queryClient.invalidateQueries();
      showToast({ message: t('profile.saved') });
    },
    onError: () =>
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
          ?.focus(),
      ),
  });
  const problems: Readonly<Record<string, string>> =
    save.error instanceof CallError ? save.error.fields : {};

  const put = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const line = (name: LineField) => ({
    name,
    value: draft[name],
    maxLength: limits.line,
    error: problems[name],
    onChange: (value: string) => put({ [name]: value }),
  });
  const list = (name: ListField) => ({
    values: draft[name],
    options: options.data?.[name] ?? noOptions,
    max: limits.listItems,
    maxLength: limits.listItem,
    error: problems[name],
    placeholder: t('profile.tagsHint'),
    onChange: (values: string[]) => put({ [name]: values }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change !== null && !save.isPending && lengthOf(parseHtml(draft.bio)) <= limits.bioText)
      save.mutate(change);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4 lg:gap-5">
      <PicturesCard />
      <RecordCard />
      <Card title={t('profile.about')}>
        <div className="grid gap-5">
          <TextField
            label={t('profile.pronoun')}
            placeholder={t('profile.pronounHint')}
            {...line('genderPronoun')}
          />
          <div id="bio">
            <BioField
              value={draft.bio}
              onChange={(bio) => put({ bio })}
              error={problems['bio']}
              takesFocus={hash === 'bio'}
            />
          </div>
          <div id="languages">
            <TagField label={t('profile.languages')} {...list('languages')} />
          </div>
          <div id="interests">
            <TagField label={t('profile.interests')} {...list('interests')} />
          </div>
          <div id="sports">
            <TagField label={t('profile.sports')} {...list('sports')} />
          </div>
          <div id="lookingFor">
            <TagField label={t('profile.lookingFor')} {...list('lookingFor')} />
          </div>
        </div>
      </Card>
      <Card title={t('profile.work')}>
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={t('profile.workTitle')}
              autoComplete="organization-title"
              {...line('workTitle')}
            />
            <TextField
              label={t('profile.companyName')}
              autoComplete="organization"
              {...line('companyName')}
            />
          </div>
          <div id="industries">
            <TagField label={t('profile.industries')} {...list('industries')} />
          </div>
        </div>
      </Card>
      <Card title={t('profile.contact')} description={t('profile.contactBody')}>
        <div className="grid gap-5 sm:grid-cols-6 sm:*:col-span-2">
          <TextField
            label={t('profile.phoneMobile')}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            {...line('phoneMobile')}
          />
          <TextField
            label={t('profile.phoneWork')}
            type="tel"
            dir="ltr"
            autoComplete="work tel"
            {...line('phoneWork')}
          />
          <TextField
            label={t('profile.phoneHome')}
            type="tel"
            dir="ltr"
            autoComplete="home tel"
            {...line('phoneHome')}
          />
          <div className="sm:col-span-6!">
            <TextArea
              label={t('profile.currentAddress')}
              rows={2}
              autoComplete="street-address"
              maxLength={400}
              value={draft.currentAddress}
              error={problems['currentAddress']}
              onChange={(currentAddress) => put({ currentAddress })}
            />
          </div>
          <div id="city" className="sm:col-span-4!">
            <TextField label={t('profile.city')} autoComplete="address-level2" {...line('city')} />
          </div>
          <TextField label={t('profile.zipcode')} autoComplete="postal-code" {...line('zipcode')} />
          <div className="sm:col-span-3!">
            <TextField
              label={t('profile.state')}
              autoComplete="address-level1"
              {...line('state')}
            />
          </div>
          <div className="sm:col-span-3!">
            <TextField
              label={t('profile.country')}
              autoComplete="country-name"
              {...line('country')}
            />
          </div>
        </div>
      </Card>
      <SaveBar
        isDirty={change !== null}
        isPending={save.isPending}
        error={save.isError ? errorText(save.error, messages) : null}
        onDiscard={() => {
          save.reset();
          setDraft(saved);
        }}
      />
      <LeaveGuard isDirty={change !== null} />
    </form>
  );
}

/** `/settings/profile#bio`, as the home page links it, puts the cursor there. */
function useFocusFromHash(form: React.RefObject<HTMLFormElement | null>): string {
  const hash = useLocation().hash;
  useEffect(() => {
    if (!/^\w+$/.test(hash)) return;
    form.current?.querySelector<HTMLElement>(`#${hash} :is(input, textarea)`)?.focus();
  }, [hash, form]);
  return hash;
}
