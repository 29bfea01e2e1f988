import type { FinanceSettings } from '#contract/finances/staff.endpoints.ts';
import { financeLimits as limits } from '#contract/finances/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { useMessages } from '../../lib/messages.ts';

/** The contact for students. An empty `bookingOffice` means none. */
export interface Contact {
  contactName: string;
  contactEmail: string;
  contactPhone: string;
  bookingOffice: string;
}
const { TextField, Select } = fieldsOf<Contact>();

/** The fields of a contact in a form. */
export function ContactFields({ offices }: Pick<FinanceSettings, 'offices'>) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        name="contactName"
        label={t('financesAdmin.contactName')}
        maxLength={limits.contact}
      />
      <TextField
        name="contactEmail"
        label={t('financesAdmin.contactEmail')}
        inputMode="email"
        dir="ltr"
        maxLength={254}
      />
      <TextField
        name="contactPhone"
        label={t('financesAdmin.contactPhone')}
        inputMode="tel"
        dir="ltr"
        maxLength={60}
      />
      {offices.length > 0 && (
        <Select
          name="bookingOffice"
          label={t('financesAdmin.bookingOffice')}
          options={[
            { value: '', label: t('financesAdmin.noOffice') },
            ...offices.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}
