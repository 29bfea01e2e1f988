import { useQuery } from '@tanstack/react-query';
import { badgeSizes, type BadgeSize } from '#contract/events/limits.ts';
import type { ReplyOf } from '#contract/call.ts';
import { getEventSettings, printBadges } from '#contract/events/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import { eventSettings } from './events.data.ts';

interface Values {
  size: BadgeSize;
  hasCode: boolean;
}
const { RadioGroup, Switch } = fieldsOf<Values>();

interface BadgesDialogProps {
  id: string;
  occurrence: string | undefined;
  /** Empty means everyone with a spot. */
  uids: readonly string[];
  onClose: () => void;
}

/** Creates name badges of attendees as a PDF. */
export function BadgesDialog({ id, occurrence, uids, onClose }: BadgesDialogProps) {
  const { t } = useMessages();
  const { config } = useSchool();
  const settings = useQuery(eventSettings(id));
  if (settings.data === undefined) return null;
  return (
    <FormDialog<Values, ReplyOf<typeof printBadges>>
      title={t('events.badges')}
      submitLabel={t('events.badgesSave')}
      defaultValues={settings.data.badges}
      save={(values) =>
        call(printBadges, {
          id,
          ...values,
          ...(occurrence !== undefined && { occurrence }),
          ...(uids.length > 0 && { uids: [...uids] }),
        })
      }
      invalidates={[getEventSettings]}
      success={({ badges }) => t('events.badgesSaved', { count: badges })}
      onSuccess={({ name, pdf }) => saveBase64(name, pdf, 'application/pdf')}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {uids.length > 0
          ? t('events.badgesOfSome', { count: uids.length })
          : t('events.badgesOfAll')}
      </p>
      <RadioGroup
        name="size"
        label={t('events.badgeSize')}
        options={badgeSizes.map((value) => ({ value, label: t(`events.badgeSize_${value}`) }))}
      />
      <p className="text-sm text-ink-2">
        {t('events.badgePaperIs', { paper: config.paper === 'A4' ? 'A4' : 'US Letter' })}
      </p>
      <Switch
        name="hasCode"
        label={t('events.badgeCode')}
        description={t('events.badgeCodeBody')}
      />
    </FormDialog>
  );
}
