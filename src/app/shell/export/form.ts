export type ExportForm = 'yaml' | 'json' | 'mermaid' | 'svg' | 'png'
