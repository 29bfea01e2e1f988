import { locales, useMessages, type Locale } from '../../lib/messages.ts';
import { chooseLanguage } from '../../shell/choose-language.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';

export function LanguageSection() {
  const { t, locale } = useMessages();
  return (
    <Card description={t('language.body')}>
      <div className="max-w-xs">
        <Select<Locale>
          label={t('language.label')}
          isLabelHidden
          value={locale}
          options={(Object.keys(locales) as Locale[]).map((value) => ({
            value,
            label: locales[value],
          }))}
          onChange={(next) => void chooseLanguage(next)}
        />
      </div>
    </Card>
  );
}
