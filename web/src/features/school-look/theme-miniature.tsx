import { House, MessageCircle, UserPlus, UsersRound } from 'lucide-react';
import type { CSSProperties } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import type { Scheme, SchemeColors } from '../../lib/school-theme.ts';
import { useSchool } from '../../lib/school.ts';
import { Avatar, initials } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, Tag } from '../../ui/chip.tsx';
import connectionsEnglish from '../connections/messages/en.json';
import english from './messages/en.json';

addEnglish(connectionsEnglish);
addEnglish(english);

/** The tokens in styles/tokens.css that the school's color sets. */
const variablesOf = (colors: SchemeColors, scheme: Scheme): CSSProperties => ({
  [`--brand-${scheme}`]: colors.brand,
  [`--on-brand-${scheme}`]: colors.onBrand,
  [`--brand-soft-${scheme}`]: colors.brandSoft,
  [`--brand-text-${scheme}`]: colors.brandText,
  [`--brand-edge-${scheme}`]: colors.brandEdge,
});

const people = [
  { name: 'Ana Silva', note: 'Student • 2027 • History' },
  { name: 'Ben Okafor', note: 'Student • 2026 • Physics' },
] as const;

/** A preview of the app in a color, built from the real components. It isn't interactive. */
interface ThemeMiniatureProps {
  scheme: Scheme;
  colors: SchemeColors;
  /** The school's name; by default the saved one. */
  name?: string;
}

export function ThemeMiniature({ scheme, colors, name: given }: ThemeMiniatureProps) {
  const { t } = useMessages();
  const school = useSchool();
  const name = given ?? school.name;
  return (
    <div
      role="img"
      aria-label={t(`look.preview_${scheme}`)}
      data-theme={scheme}
      style={variablesOf(colors, scheme)}
      className="overflow-hidden rounded-card border border-line bg-canvas text-ink"
    >
      <div inert className="flex">
        <div className="grid w-14 shrink-0 content-start justify-items-center gap-2 border-e border-line bg-surface py-3">
          <span className="grid size-8 place-items-center rounded-control border border-brand-edge bg-brand text-sm font-bold text-on-brand">
            {initials(name).slice(0, 1)}
          </span>
          <span className="grid size-10 place-items-center rounded-control text-ink-2">
            <House size={20} aria-hidden />
          </span>
          <span className="grid size-10 place-items-center rounded-control bg-brand-soft text-brand-text">
            <UsersRound size={20} aria-hidden />
          </span>
          <span className="relative grid size-10 place-items-center rounded-control text-ink-2">
            <MessageCircle size={20} aria-hidden />
            <span className="absolute end-1.5 top-1.5 size-2.5 rounded-full bg-brand" />
          </span>
        </div>
        <div className="grid min-w-0 flex-1 content-start gap-3 p-3">
          <div className="flex items-center justify-between gap-2">
            <span className="text-lg font-bold">{t('nav.directory')}</span>
            <span className="text-sm text-brand-text underline">{t('nav.connections')}</span>
          </div>
          <div className="flex flex-wrap gap-2">
            <Chip isOn>Chess</Chip>
            <Chip>2027</Chip>
          </div>
          {people.map(({ name: person, note }, index) => (
            <div key={person} className="card flex flex-wrap items-center gap-3 p-3">
              <Avatar name={person} photoUrl={null} size={2.5} />
              <span className="grid min-w-24 flex-1">
                <span className="font-bold">{person}</span>
                <span className="text-sm text-ink-2">{note}</span>
              </span>
              {index === 0 ? (
                <Button variant="primary" size="sm" icon={UserPlus}>
                  {t('connect.connect')}
                </Button>
              ) : (
                <Button variant="soft" size="sm">
                  {t('connect.connect')}
                </Button>
              )}
            </div>
          ))}
          <div className="grid gap-1.5">
            <span className="max-w-[85%] justify-self-start rounded-card bg-fill px-3 py-1.5 text-sm">
              Chess at six?
            </span>
            <span className="max-w-[85%] justify-self-end rounded-card bg-brand px-3 py-1.5 text-sm text-on-brand">
              See you there.
            </span>
          </div>
          <div className="flex items-center gap-2">
            <span className="field min-h-9! py-1! outline-2 -outline-offset-1 outline-brand-text">
              Rowing
            </span>
            <span className="shrink-0">
              <Tag>Chess</Tag>
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
