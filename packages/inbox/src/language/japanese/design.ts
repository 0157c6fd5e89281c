import type { DesignText } from '../english/design.ts';

export const design: DesignText = {
  copy: label => `${label}をコピー`,
  low: '低',
  medium: '中',
  high: '高',
  critical: '重大',
  lowRisk: '低リスク',
  mediumRisk: '中リスク',
  highRisk: '高リスク',
  criticalRisk: '重大リスク',
  decidedJustNow: count => ` たった今${count}件を決定しました。`,
  close: '閉じる',
  copied: 'コピーしました',
  notCopied: 'コピーできませんでした。テキストを選択してコピーしてください',
};
