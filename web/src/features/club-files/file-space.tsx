import { useQuery } from '@tanstack/react-query';
import { clubFileLimits } from '#contract/club-files/limits.ts';
import {
  getClubFileSettings,
  listClubFiles,
  updateClubFileSettings,
} from '#contract/club-files/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from './messages/en.json';

addEnglish(english);

interface Draft {
  megabytes: number | null;
}
const { NumberField } = ariaFieldsOf<Draft>();

/** The storage limit for each club's files, for staff. */
export function FileSpace() {
  const settings = useQuery(callQuery(getClubFileSettings, {}));
  return (
    <QueryBoundary query={settings} isEmpty={() => false} skeleton={['h-28']}>
      {({ megabytes }) => <SpaceForm megabytes={megabytes} />}
    </QueryBoundary>
  );
}

function SpaceForm({ megabytes: initial }: { megabytes: number }) {
  const { t } = useMessages();
  const form = useForm<Draft>({
    defaultValues: { megabytes: initial },
    validate: ({ megabytes }) => ({
      megabytes:
        megabytes === null
          ? t('clubFiles.limitWrong', { max: clubFileLimits.clubMost })
          : undefined,
    }),
    save: ({ megabytes }) => call(updateClubFileSettings, { megabytes: megabytes ?? initial }),
    invalidates: [getClubFileSettings, listClubFiles],
    success: t('clubFiles.limitSaved'),
  });
  return (
    <div className="grid max-w-xl gap-4">
      <Form form={form}>
        <NumberField
          name="megabytes"
          label={t('clubFiles.limit')}
          description={t('clubFiles.limitHint')}
          min={0}
          max={clubFileLimits.clubMost}
        />
        <FormError form={form} />
        <div className="flex">
          <SubmitButton form={form}>{t('clubFiles.save')}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
