import {
  createEmployer,
  inviteContact,
  listEmployers,
  updateEmployer,
} from '#contract/employers/calls.ts';
import { webAddress } from '#contract/clubs/limits.ts';
import type { Employer } from '#contract/employers/endpoints.ts';
import { employerLimits as limits } from '#contract/employers/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { isolate } from '../../lib/apart.ts';
import { call } from '../../lib/call.ts';
import { locales, useMessages, type Locale, type Messages } from '../../lib/messages.ts';

interface Names {
  name: string;
  website: string;
}
interface Contact {
  contact: string;
  email: string;
  locale: Locale;
}
const fields = fieldsOf<Names & Contact>();
const nameFields = fieldsOf<Names>();
const contactFields = fieldsOf<Contact>();

const namesErrors = (t: Messages['t'], { name, website }: Names) => ({
  name: name.trim() === '' ? t('employers.nameMissing') : undefined,
  website: webAddress.test(website.trim()) ? undefined : t('employers.websiteWrong'),
});
const contactErrors = (t: Messages['t'], { contact, email }: Contact) => ({
  contact: contact.trim() === '' ? t('employers.contactMissing') : undefined,
  email: email.includes('@') ? undefined : t('employers.emailMissing'),
});
const contactOf = ({ contact, email, locale }: Contact) => ({
  name: contact.trim(),
  email: email.trim(),
  locale,
});
const errorFields = { employer_contact_exists: 'email' } as const;
const languages = Object.entries(locales).map(([value, label]) => ({
  // The entries of an object have its keys.
  value: value as Locale,
  label,
}));

function NamesFields({ of: { TextField } }: { of: Pick<typeof nameFields, 'TextField'> }) {
  const { t } = useMessages();
  return (
    <>
      <TextField name="name" label={t('employers.name')} maxLength={limits.name} />
      <TextField
        name="website"
        label={t('employers.website')}
        type="url"
        dir="ltr"
        placeholder="https://"
        maxLength={limits.website}
      />
    </>
  );
}

function ContactFields({
  of: { TextField, Select },
}: {
  of: Pick<typeof contactFields, 'TextField' | 'Select'>;
}) {
  const { t } = useMessages();
  return (
    <>
      <TextField name="contact" label={t('employers.contact')} maxLength={limits.contactName} />
      <TextField
        name="email"
        label={t('employers.email')}
        description={t('employers.emailHelp', { count: limits.invitationDays })}
        type="email"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
      />
      <Select name="locale" label={t('employers.language')} options={languages} />
    </>
  );
}

/** Invites an employer with its first contact. */
export function InviteEmployerDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useMessages();
  return (
    <FormDialog<Names & Contact>
      title={t('employers.invite')}
      submitLabel={t('employers.send')}
      defaultValues={{ name: '', website: 'https://', contact: '', email: '', locale }}
      validate={(draft) => ({ ...namesErrors(t, draft), ...contactErrors(t, draft) })}
      errorFields={errorFields}
      save={(draft, clientId) =>
        call(createEmployer, {
          clientId,
          name: draft.name.trim(),
          website: draft.website.trim(),
          contact: contactOf(draft),
        })
      }
      invalidates={[listEmployers]}
      success={t('employers.invited')}
      onClose={onClose}
    >
      <NamesFields of={fields} />
      <ContactFields of={fields} />
    </FormDialog>
  );
}

/** Changes the name or website of an employer. */
export function EditEmployerDialog({
  employer: { id, name, website },
  onClose,
}: {
  employer: Employer;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<Names>
      title={t('employers.editOf', { name: isolate(name) })}
      submitLabel={t('employers.save')}
      defaultValues={{ name, website }}
      validate={(draft) => namesErrors(t, draft)}
      save={(draft) =>
        call(updateEmployer, { id, name: draft.name.trim(), website: draft.website.trim() })
      }
      invalidates={[listEmployers]}
      success={t('employers.saved')}
      onClose={onClose}
    >
      <NamesFields of={nameFields} />
    </FormDialog>
  );
}

/** Invites another contact of an employer. */
export function InviteContactDialog({
  employer: { id, name },
  onClose,
}: {
  employer: Employer;
  onClose: () => void;
}) {
  const { t, locale } = useMessages();
  return (
    <FormDialog<Contact>
      title={t('employers.inviteContactOf', { name: isolate(name) })}
      submitLabel={t('employers.send')}
      defaultValues={{ contact: '', email: '', locale }}
      validate={(draft) => contactErrors(t, draft)}
      errorFields={errorFields}
      save={(draft, clientId) => call(inviteContact, { id, clientId, ...contactOf(draft) })}
      invalidates={[listEmployers]}
      success={t('employers.invited')}
      onClose={onClose}
    >
      <ContactFields of={contactFields} />
    </FormDialog>
  );
}
