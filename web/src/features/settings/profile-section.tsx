import { useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { updateProfile } from '#contract/people/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { storeUser, useUser } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { lengthOf, parseHtml } from '../rich-text/rich-document.ts';
import { BioField } from './bio-field.tsx';
import { PicturesCard } from './pictures-card.tsx';
import {
  changeOf,
  draftOf,
  limits,
  type Draft,
  type LineField,
  type ListField,
} from './profile-draft.ts';
import { RecordCard } from './record-card.tsx';
import { optionsQuery } from './settings.data.ts';

const noOptions: readonly string[] = [];
const { TextField, TextArea, OwnField } = fieldsOf<Draft>();
const { TagField } = ariaFieldsOf<Draft>();

/** The user's profile with all editable fields. It has a Save button. */
export function ProfileSection() {
  const { t } = useMessages();
  const user = useUser();
  const options = useQuery(optionsQuery());
  const { box, hash } = useFocusFromHash();
  const form = useForm<Draft, AuthenticatedUser>({
    defaultValues: draftOf(user),
    isComplete: ({ bio }) => lengthOf(parseHtml(bio)) <= limits.bioText,
    save(draft) {
      const saved = form.fields.formState.defaultValues as Draft;
      return call(updateProfile, changeOf(draft, saved) ?? {});
    },
    savedValues: (_, next) => draftOf(next),
    onSuccess: storeUser,
    success: t('profile.saved'),
    invalidates: 'all',
  });
  const line = (name: LineField) => ({ name, maxLength: limits.line });
  const list = (name: ListField) => ({
    name,
    options: options.data?.[name] ?? noOptions,
    max: limits.listItems,
    maxLength: limits.listItem,
    placeholder: t('profile.tagsHint'),
  });

  return (
    <div ref={box}>
      <Form form={form} isGuarded className="grid gap-4 lg:gap-5">
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
              <OwnField name="bio">
                {(field) => <BioField {...field} takesFocus={hash === 'bio'} />}
              </OwnField>
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
        <ContactCard />
        <SaveBar
          isDirty={form.isDirty}
          isPending={form.isPending}
          error={form.error}
          onDiscard={() => form.reset()}
        />
      </Form>
    </div>
  );
}

function ContactCard() {
  const { t } = useMessages();
  const line = (name: LineField) => ({ name, maxLength: limits.line });
  return (
    <Card title={t('profile.contact')} description={t('profile.contactBody')}>
      <div className="grid gap-5 sm:grid-cols-6 sm:*:col-span-2">
        {(
          [
            ['phoneMobile', 'tel'],
            ['phoneWork', 'work tel'],
            ['phoneHome', 'home tel'],
          ] as const
        ).map(([name, autoComplete]) => (
          <TextField
            key={name}
            label={t(`profile.${name}`)}
            type="tel"
            dir="ltr"
            autoComplete={autoComplete}
            {...line(name)}
          />
        ))}
        <div className="sm:col-span-6!">
          <TextArea
            name="currentAddress"
            label={t('profile.currentAddress')}
            rows={2}
            autoComplete="street-address"
            maxLength={400}
          />
        </div>
        <div id="city" className="sm:col-span-4!">
          <TextField label={t('profile.city')} autoComplete="address-level2" {...line('city')} />
        </div>
        <TextField label={t('profile.zipcode')} autoComplete="postal-code" {...line('zipcode')} />
        <div className="sm:col-span-3!">
          <TextField label={t('profile.state')} autoComplete="address-level1" {...line('state')} />
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
  );
}

/** `/settings/profile#bio`, linked on the home page, focuses the field. */
function useFocusFromHash() {
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (!/^\w+$/.test(hash)) return;
    box.current?.querySelector<HTMLElement>(`#${hash} :is(input, textarea)`)?.focus();
  }, [hash]);
  return { box, hash };
}
