import { platforms } from '#contract/notifications/keys.ts';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { CategorySwitch, Cell, KeyName, type MatrixProps } from './matrix-cells.tsx';
import { MatrixTopics } from './matrix-topics.tsx';
import { platformIcons } from './platform-words.ts';

/** A table with sticky headers, or on phones collapsed topics. */
export function Matrix(props: MatrixProps) {
  return useMinWidth('md') ? <Table {...props} /> : <MatrixTopics {...props} />;
}

function Table({ part, firing, onChoose, onCategory }: MatrixProps) {
  const { t } = useMessages();
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{part.title}</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky top-(--top-bar) z-10 border-b border-line bg-surface py-2 text-start"
          >
            <h2>{part.title}</h2>
          </th>
          {platforms.map((platform) => {
            const Icon = platformIcons[platform];
            return (
              <th
                key={platform}
                scope="col"
                className="sticky top-(--top-bar) z-10 w-22 border-b border-line bg-surface py-2 text-center text-sm font-medium text-ink-2"
              >
                <span className="grid justify-items-center gap-1">
                  <Icon size={18} strokeWidth={1.9} aria-hidden />
                  {t(`platform.${platform}`)}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {part.isWithoutAll !== true && (
          <tr>
            <th scope="row" className="border-b border-line py-1.5 pe-3 text-start font-bold">
              {t('prefs.everything')}
            </th>
            {platforms.map((platform) => (
              <td key={platform} className="border-b border-line">
                <CategorySwitch
                  part={part}
                  platform={platform}
                  onCategory={onCategory}
                  isLabelHidden
                />
              </td>
            ))}
          </tr>
        )}
        {part.rows.map(({ name, row }) => (
          <tr key={name}>
            <th
              scope="row"
              className="border-b border-line py-1.5 pe-3 text-start font-medium [tr:last-child>&]:border-0"
            >
              <KeyName name={name} row={row} firing={firing} />
            </th>
            {platforms.map((platform) => (
              <td key={platform} className="border-b border-line [tr:last-child>&]:border-0">
                <Cell
                  name={name}
                  row={row}
                  platform={platform}
                  isCategoryOn={part.statuses[platform] === 'enabled'}
                  onChoose={onChoose}
                  isLabelHidden
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
