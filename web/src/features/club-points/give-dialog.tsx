import { useState } from 'react';
import { clubPointLimits as limits } from '#contract/club-points/limits.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { givePoints, portionsOf, stalePoints } from './club-points.data.ts';
import english from './messages/en.json';

addEnglish(english);

interface Gift {
  points: number | null;
  reason: string;
}
const { TextField } = fieldsOf<Gift>();
const { NumberField } = ariaFieldsOf<Gift>();

/** Gives points to several members with a reason. */
export function GiveDialog({
  club,
  uids,
  done,
  onClose,
}: {
  club: string;
  uids: readonly string[];
  done: () => void;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [portions] = useState(() => portionsOf(uids));
  return (
    <FormDialog<Gift, { given: number }>
      title={t('clubPoints.giveTo', { count: uids.length })}
      submitLabel={t('clubPoints.give')}
      defaultValues={{ points: 5, reason: '' }}
      validate={({ points, reason }) => ({
        points: points === null ? t('clubPoints.pointless', { max: limits.points }) : undefined,
        reason: reason.trim() === '' ? t('clubPoints.reasonless') : undefined,
      })}
      save={({ points, reason }) =>
        givePoints(club, portions, { points: points ?? 1, reason: reason.trim() })
      }
      success={({ given }) => t('clubPoints.given', { count: given })}
      invalidates={stalePoints}
      onSuccess={done}
      onClose={onClose}
    >
      <NumberField name="points" label={t('clubPoints.title')} min={1} max={limits.points} />
      <TextField
        name="reason"
        label={t('clubPoints.reason')}
        description={t('clubPoints.reasonHint')}
        maxLength={limits.reason}
      />
    </FormDialog>
  );
}
