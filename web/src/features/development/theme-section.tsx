import { useState } from 'react';
import { parseHex } from '../../lib/color.ts';
import { useMessages } from '../../lib/messages.ts';
import type { Scheme } from '../../lib/school-theme.ts';
import { useSchool } from '../../lib/school.ts';
import { Card } from '../../ui/card.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { ThemeMiniature } from '../school-look/theme-miniature.tsx';
import { themeTokens, type ThemeToken } from './theme-tokens.ts';

/** School colors, including the ones with the most difficult contrast. */
const samples = [
  '#005fbf',
  '#7a1f2b',
  '#00693e',
  '#f56600',
  '#ffcd00',
  '#4b2e83',
  '#ffffff',
  '#000000',
] as const;

/** The contrast that WCAG 2 requires for text (1.4.3). */
const enough = 4.5;
const schemes = ['light', 'dark'] as const;

/** Previews any color as school color: the derived colors, their contrast and a small app. Nothing is saved. */
export function ThemeSection() {
  const { t, number } = useMessages();
  const school = useSchool();
  const [text, setText] = useState(`#${school.top_bar_bg_color.replace(/^#/, '')}`);
  const parsed = parseHex(text);
  const [shown, setShown] = useState(text);
  const choose = (next: string) => {
    setText(next);
    if (parseHex(next) !== null) setShown(next);
  };
  return (
    <>
      <Card description={t('theme.colorBody')}>
        <div className="grid gap-4">
          <ColorField
            label={t('theme.color')}
            pickLabel={t('theme.pick')}
            value={text}
            onChange={choose}
            error={parsed === null ? t('theme.bad') : undefined}
          />
          <fieldset>
            <legend className="mb-1.5 text-sm font-bold">{t('theme.samples')}</legend>
            <div className="flex flex-wrap gap-2">
              {samples.map((sample) => (
                <button
                  key={sample}
                  type="button"
                  aria-label={sample}
                  aria-pressed={sample === shown.toLowerCase()}
                  onClick={() => choose(sample)}
                  style={{ background: sample }}
                  className="size-9 rounded-full border border-line-field outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-ink touch:size-11"
                />
              ))}
            </div>
          </fieldset>
          <p className="text-sm text-ink-2">{t('theme.enough', { ratio: number(enough) })}</p>
        </div>
      </Card>
      <div className="grid gap-4 sm:grid-cols-2 lg:gap-5">
        {schemes.map((scheme) => (
          <SchemeColumn key={scheme} scheme={scheme} color={shown} />
        ))}
      </div>
    </>
  );
}

function SchemeColumn({ scheme, color }: { scheme: Scheme; color: string }) {
  const { t } = useMessages();
  const { colors, tokens } = themeTokens(color, scheme);
  return (
    <section aria-label={t(`theme.${scheme}`)} className="grid min-w-0 content-start gap-4">
      <h2>{t(`theme.${scheme}`)}</h2>
      <ThemeMiniature scheme={scheme} colors={colors} />
      <div className="card p-4">
        <h3 className="mb-3">{t('theme.tokens')}</h3>
        <ul className="grid gap-3">
          {tokens.map((token) => (
            <TokenRow key={token.name} token={token} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function TokenRow({ token }: { token: ThemeToken }) {
  const { t, number } = useMessages();
  return (
    <li className="flex items-start gap-3">
      <span
        aria-hidden
        className="size-9 shrink-0 rounded-control border border-line-field"
        style={{ background: token.color }}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(`theme.${token.name}`)}</p>
        <p className="font-mono text-sm text-ink-2" dir="ltr">
          <span className="block rtl:text-end">{token.color}</span>
        </p>
        {token.pairs.map(({ on, ratio }) => (
          <p key={on} className="flex justify-between gap-3 text-sm">
            <span className="text-ink-2">{t(`theme.${on}`)}</span>
            <span
              className={`font-medium tabular-nums ${ratio >= enough ? 'text-good' : 'text-bad'}`}
            >
              {`${number(Math.floor(ratio * 10) / 10)} : 1`}
            </span>
          </p>
        ))}
      </div>
    </li>
  );
}
