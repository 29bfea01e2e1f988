import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { DateTimeField } from '../../../ui/date-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { ElectionWork } from './use-election-draft.ts';

const dayMs = 86_400_000;

/** Step 3: whether voters nominate candidates, and until when. */
export function NominationsStep({ work: { draft, change } }: { work: ElectionWork }) {
  const { t } = useMessages();
  const { nominationsEndAt, opensAt, timeZone } = draft;
  const isLate = nominationsEndAt !== null && nominationsEndAt > opensAt;
  return (
    <Card>
      <div className="grid gap-5">
        <RadioGroup
          label={t('elections.setup_step_nominations')}
          isLabelHidden
          value={nominationsEndAt === null ? 'none' : 'open'}
          options={[
            {
              value: 'none',
              label: t('elections.setup_nominate_none'),
              description: t('elections.setup_nominate_noneBody'),
            },
            {
              value: 'open',
              label: t('elections.setup_nominate_open'),
              description: t('elections.setup_nominate_openBody'),
            },
          ]}
          onChange={(value) =>
            change({
              nominationsEndAt:
                value === 'none' ? null : new Date(Date.parse(opensAt) - dayMs).toISOString(),
            })
          }
        />
        {nominationsEndAt !== null && (
          <>
            <DateTimeField
              label={t('elections.setup_nominateUntil')}
              value={nominationsEndAt}
              timeZone={timeZone}
              error={isLate ? t('elections.setup_missing_nominations') : undefined}
              onChange={(value) => {
                if (value !== null) change({ nominationsEndAt: value });
              }}
            />
            <Note>{t('elections.setup_nominateNote')}</Note>
          </>
        )}
      </div>
    </Card>
  );
}
