import { markup } from '../markup';

const LIGHT = `--bg:#f4f5f8;--card:#fff;--ink:#171a21;--soft:#586170;--line:#e2e5eb;--track:#ebedf2;--accent:#3549c4;--good:#17794a;--fair:#8f5a00;--poor:#b92d2d;--quiet:#8a93a3;--s1:#4661d8`;
const DARK = `--bg:#0f1217;--card:#181c23;--ink:#e9ecf2;--soft:#a6afbd;--line:#2b313c;--track:#272d37;--accent:#9cacff;--good:#63d49c;--fair:#f0bb5a;--poor:#ff8f85;--quiet:#78828f;--s1:#8398ff`;

export const STYLE = markup`
:root{color-scheme:light dark;--plot:180px;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
${['accent', 'good', 'fair', 'poor', 'quiet', 's1'].map((tone) => `.${tone}{--tone:var(--${tone})}`)}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
.page{max-width:1120px;margin:0 auto;padding:40px 24px 64px}
h1,h2,h3,p,dl,dd,ol,ul,table,figure{margin:0;padding:0}
h1{font-size:32px;line-height:1.2;letter-spacing:-.02em;font-weight:700}
h2{font-size:24px;line-height:1.25;letter-spacing:-.015em;font-weight:700}
h3,.only h2{font-size:19px;line-height:1.3;font-weight:650;margin-top:32px}
a{color:inherit;text-decoration:underline;text-decoration-color:var(--quiet);text-underline-offset:3px}
.kicker{color:var(--accent);font-size:13px;font-weight:650;letter-spacing:.04em;text-transform:uppercase;margin-bottom:6px}
.about,.made{margin-top:8px;color:var(--soft)}.made{font-size:13px}
.introduction{margin-top:12px;max-width:70ch}
.verdict{margin-top:16px;padding:14px 18px;background:var(--card);border:1px solid var(--line);border-left:6px solid var(--tone);border-radius:8px;font-size:16px;line-height:1.45;break-inside:avoid}
.verdict+.verdict{margin-top:8px}.verdict>b:first-child{color:var(--tone)}
.part{margin-top:48px}.only{margin-top:0}
.figures{display:flex;flex-wrap:wrap;gap:12px}
.figure{flex:1 1 150px;max-width:360px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px}
.figure dt{color:var(--soft);font-size:13px}
.figure dd{font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-.02em;margin-top:4px;font-variant-numeric:tabular-nums}
.note{display:block;font-size:12px;line-height:1.4;font-weight:400;letter-spacing:0;color:var(--soft);margin-top:4px}
.flow{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
.block{flex:1 1 100%;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px;min-width:0}
.half{flex-basis:calc(50% - 6px)}.free{background:none;border:0;padding:0}
.plain-note{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--fair);border-radius:8px;padding:12px 16px}
.tone{color:var(--tone)}.tone.quiet{color:var(--soft)}
.chart{display:grid;align-items:start;grid-template-columns:auto minmax(0,1fr);column-gap:12px;row-gap:8px}
.axis{height:calc(var(--plot) + 18px);display:flex;flex-direction:column;justify-content:space-between;text-align:right;margin:-9px 0;color:var(--soft);font-size:12px;line-height:18px;font-variant-numeric:tabular-nums}
.times{grid-column:2;display:flex;gap:4px;color:var(--soft);font-size:12px;white-space:nowrap}
.times>span{flex:1;min-width:0;display:flex;justify-content:center}.times>:first-child{justify-content:flex-start}.times>:last-child{justify-content:flex-end}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;margin-top:12px;list-style:none;font-size:13px}
.legend li{display:flex;align-items:center;gap:7px}.key{width:10px;height:10px;flex:none;border-radius:2px}
table{width:100%;border-collapse:collapse;font-size:14px}
caption,figcaption{text-align:left;font-weight:650;font-size:15px;line-height:1.4;padding-bottom:12px}
th,td{text-align:left;vertical-align:top;padding:9px 18px 9px 0;border-top:1px solid var(--line);font-weight:400}
thead th{border-top:0;color:var(--soft);font-size:12px;padding-top:0}
.stacked tbody th{font-weight:600;min-width:150px;max-width:260px}
.stacked th,.stacked td{overflow-wrap:break-word}.stacked td.breaks{overflow-wrap:anywhere}
.label,.on-paper{display:none}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}td.number{white-space:nowrap}
.stacked td:last-child:not(.number){min-width:150px}.stacked .note{overflow-wrap:anywhere}
tr>:last-child{padding-right:0}
.bars th,.bars td{border:0;padding:5px 12px 5px 0;vertical-align:middle;font-size:13px;line-height:1.35}
.bars th{width:36%}.bars td.number{width:1%}
.share{display:inline-block;min-width:64px}.share .box-bar{height:4px;margin-top:4px}
summary{cursor:pointer;font-weight:650}details[open] summary{margin-bottom:12px}
.tag{display:inline-block;font-size:12px;line-height:1.4;font-weight:600;border:1px solid currentColor;border-radius:999px;padding:1px 9px;white-space:nowrap}
.entries{list-style:none;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 32px}
.entries li{border-top:1px solid var(--line);padding:14px 0;break-inside:avoid}
.entries .title{font-weight:600}.entries .text{margin-top:2px;white-space:pre-line}
.entries .title+.text{color:var(--soft);font-size:14px}
.entries .details{color:var(--soft);font-size:13px;margin-top:4px}
.tags{display:flex;flex-wrap:wrap;gap:6px;margin-top:8px}
.more{color:var(--soft);font-size:13px;margin-top:12px}
.box{display:block;background:var(--tone)}.box-bar{display:flex;height:10px;border-radius:3px;background:var(--track);overflow:hidden;min-width:60px}
.box-plot{display:flex;gap:4px;height:var(--plot);border-bottom:1px solid var(--line);border-top:1px solid var(--line)}
.box-column{flex:1;display:flex;flex-direction:column-reverse;min-width:0}.open{opacity:.5}
footer{margin-top:48px;border-top:1px solid var(--line);padding-top:16px;color:var(--soft);font-size:13px}
footer div{display:flex;gap:12px;padding:2px 0}footer dt{flex:0 0 110px;font-weight:600}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:900px){table{font-size:13px}th,td{padding-right:10px}}
@media (max-width:760px){.half{flex-basis:100%}.entries{grid-template-columns:minmax(0,1fr)}}
@media (max-width:600px){
.page{padding:24px 16px 48px}
h1{font-size:25px}h2{font-size:21px}
.figures{gap:8px}.figure{flex-basis:136px;max-width:none;padding:12px 14px}.figure dd{font-size:22px}
.block{padding:14px}.free{padding:0}.stacked td:last-child:not(.number){min-width:0}
:root{--plot:150px}
/* Each row of a table as a block, for which there is no room side by side. */
.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacked,.stacked tbody,.stacked tr,.stacked td,.stacked tbody th,.stacked caption{display:block}
.stacked tr{border-top:1px solid var(--line);padding:10px 0}
.stacked td,.stacked tbody th{border:0;padding:2px 0;font-size:13px;text-align:right}
.stacked td{display:flex;justify-content:space-between;gap:16px}
.stacked tbody th{font-size:15px;text-align:left;min-width:0;max-width:none}
.stacked td:last-child:not(.number){display:block;text-align:left}.stacked td:empty{display:none}
.stacked .label{display:block;color:var(--soft);text-align:left;flex:none;max-width:60%}
}
@page{size:A4;margin:14mm}
@media print{
:root{color-scheme:light;--plot:130px;${LIGHT};--bg:#fff;--ink:#111}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font-size:10.5pt}table{font-size:9pt}
th,td{padding-right:8px}thead th,.bars th,.bars td,.note,.tag,footer{font-size:8pt}.on-paper{display:inline}
.page{max-width:none;padding:0}
h1{font-size:22pt}h2{font-size:16pt}
.figures{gap:8px}.figure{flex-basis:110px;padding:10px 12px}.figure dd{font-size:17pt}
.flow{gap:8px}.half{flex-basis:calc(50% - 4px)}
.entries{grid-template-columns:repeat(2,minmax(0,1fr))}
.block{padding:12px;break-inside:avoid}.free{padding:0}
.long{break-inside:auto;padding-bottom:2px;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.part{margin-top:28px}
h2,h3,caption,figcaption,.part>header{break-after:avoid}
.part>header,.figure,tr{break-inside:avoid}
tbody tr:first-child{break-before:avoid}
a{text-decoration:none}}
`;
