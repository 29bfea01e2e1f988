import { Download } from 'lucide-react';
import { exportClubAccounts } from '#contract/budgets/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { saveBase64 } from '../../../lib/save-file.ts';
import { MenuButton } from '../../../ui/menu.tsx';

const files = {
  exportCsv: { format: 'csv', file: 'accounts' },
  exportLines: { format: 'csv', file: 'transactions' },
  exportDecisions: { format: 'csv', file: 'decisions' },
  exportXlsx: { format: 'xlsx', file: 'accounts' },
} as const;
const fileNames = ['exportCsv', 'exportLines', 'exportDecisions', 'exportXlsx'] as const;

/** Downloads the accounts and transactions of a period. */
export function ExportMenu({ period }: { period: string | null }) {
  const { t } = useMessages();
  const download = useAction(
    (name: (typeof fileNames)[number]) =>
      call(exportClubAccounts, { ...files[name], ...(period !== null && { period }) }),
    {
      onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType),
      success: ({ missing }) => (missing > 0 ? t('budgets.missing', { count: missing }) : null),
    },
  );
  return (
    <MenuButton
      label={t('budgets.export')}
      icon={Download}
      onAction={download.run}
      items={fileNames.map((id) => ({ id, label: t(`budgets.${id}`) }))}
    >
      {t('budgets.export')}
    </MenuButton>
  );
}
