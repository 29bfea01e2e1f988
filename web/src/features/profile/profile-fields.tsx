import { useQuery } from '@tanstack/react-query';
import words from 'messages:en/profile.*';
import bioWords from 'messages:en/bio.*';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { BioField } from './bio-field.tsx';
import { limits, type Draft, type LineField, type ListField } from './profile-draft.ts';
import { optionsQuery } from './profile-options.data.ts';

addEnglish(words);
addEnglish(bioWords);

/*
 * The fields of a profile, in groups, for a form of a `Draft`. Each part has an ID, so that links such as
 * `/settings/profile#bio` can focus it.
 */
const { TextField, TextArea, OwnField } = fieldsOf<Draft>();
const { TagField } = ariaFieldsOf<Draft>();
const noOptions: readonly string[] = [];
const line = (name: LineField) => ({ name, maxLength: limits.line });

function ListInput({ name }: { name: ListField }) {
  const { t } = useMessages();
  const { data } = useQuery(optionsQuery());
  return (
    <div id={name}>
      <TagField
        label={t(`profile.${name}`)}
        name={name}
        options={data?.[name] ?? noOptions}
        max={limits.listItems}
        maxLength={limits.listItem}
        placeholder={t('profile.tagsHint')}
      />
    </div>
  );
}

export function AboutFields({ focusesBio = false }: { focusesBio?: boolean }) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t('profile.pronoun')}
        placeholder={t('profile.pronounHint')}
        {...line('genderPronoun')}
      />
      <div id="bio">
        <OwnField name="bio">{(field) => <BioField {...field} takesFocus={focusesBio} />}</OwnField>
      </div>
    </>
  );
}

export function InterestFields() {
  return (
    <>
      <ListInput name="languages" />
      <ListInput name="interests" />
      <ListInput name="sports" />
      <ListInput name="lookingFor" />
    </>
  );
}

export function WorkFields() {
  const { t } = useMessages();
  return (
    <>
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
      <ListInput name="industries" />
    </>
  );
}

export function ContactFields() {
  const { t } = useMessages();
  return (
    <div className="@container">
      <div className="grid gap-5 @md:grid-cols-6 @md:*:col-span-2">
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
        <div className="@md:col-span-6!">
          <TextArea
            name="currentAddress"
            label={t('profile.currentAddress')}
            rows={2}
            autoComplete="street-address"
            maxLength={400}
          />
        </div>
        <div id="city" className="@md:col-span-4!">
          <TextField label={t('profile.city')} autoComplete="address-level2" {...line('city')} />
        </div>
        <TextField label={t('profile.zipcode')} autoComplete="postal-code" {...line('zipcode')} />
        <div className="@md:col-span-3!">
          <TextField label={t('profile.state')} autoComplete="address-level1" {...line('state')} />
        </div>
        <div className="@md:col-span-3!">
          <TextField
            label={t('profile.country')}
            autoComplete="country-name"
            {...line('country')}
          />
        </div>
      </div>
    </div>
  );
}
