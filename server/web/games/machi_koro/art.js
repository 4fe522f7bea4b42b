/**
 * The drawings of the establishments: small scenes of 120 by 80, drawn once per page as symbols and referenced by
 * every card.
 */

import { html } from "../../core/lib.js";
import { awning, bush, cloud, ground, pine, sky, windows } from "./scenery.js";

const wheatField = () => html`${sky("#bfe3f5")}<circle cx="94" cy="18" r="10" fill="#ffd45c" />${cloud(18, 18, 0.9)}
  <path d="M0 46c22-12 44-10 62-2s40 4 58-6v42H0z" fill="#e9b93f" />
  <path d="M0 54c30-9 62 5 120-7v33H0z" fill="#dca42b" />
  <path d="M0 64c34-8 74 4 120-5v21H0z" fill="#c98c1d" />
  ${[10, 25, 40, 55, 70, 85, 100,
      113].map((x, i) => html`<g transform="translate(${x} ${60 + (i % 2) * 3})">
          <path d="M0 20V-2" stroke="#8a6212" stroke-width="1.4" />
          ${[0, 1, 2, 3].map((n) =>
            html`<ellipse cx="-2.6" cy=${-1 + n * 4} rx="2" ry="3.2" transform="rotate(-28 -2.6 ${-1 + n * 4})"
                fill="#ffdf7e" />
              <ellipse cx="2.6" cy=${-1 + n * 4} rx="2" ry="3.2" transform="rotate(28 2.6 ${-1 + n * 4})"
                fill="#f6c84f" />`)}
          <ellipse cy="-5" rx="2" ry="3.4" fill="#ffe596" /></g>`)}`;

const ranch = () => html`${sky("#c9e8f4")}${cloud(72, 14, 0.9)}<path d="M0 50q30-14 60-4t60-6v40H0z" fill="#86c06a" />
  ${ground("#6fae55", 60)}
  <path d="M12 62V34l20-16 20 16v28z" fill="#c8452f" /><path d="M8 37 32 16l24 21-4 3-20-18-20 18z" fill="#7c2a1c" />
  <rect x="23" y="42" width="18" height="20" fill="#fbf1e2" />
  <path d="M23 42l18 20M41 42 23 62M23 42h18v20H23z" stroke="#c8452f" stroke-width="1.8" fill="none" />
  <circle cx="32" cy="30" r="4" fill="#fbf1e2" />
  <g stroke="#fdf6e6" stroke-width="2.2"><path d="M58 58h60M58 65h60M62 54v14M78 54v14M94 54v14M110 54v14" /></g>
  <g transform="translate(72 48)"><rect x="2" y="6" width="24" height="13" rx="5" fill="#fff" />
    <path d="M5 17v10M10 18v9M19 18v9M24 17v10" stroke="#fff" stroke-width="3.2" />
    <path d="M9 6h7v6q-4 3-7 0zM20 12q5-1 6 4l-5 3z" fill="#40322b" />
    <path d="M22 3h9l3 7-3 4h-7z" fill="#fff" /><path d="M27 10h7v4h-6z" fill="#f2b6a5" />
    <circle cx="27.5" cy="6.6" r="1.1" fill="#40322b" />
    <path d="M22 3l-3-2M2 9q-4 3-2 9" stroke="#40322b" stroke-width="1.4" fill="none" /></g>`;

const bakery = () => html`${sky("#e0f1d6")}${ground("#cdbb9a", 66)}
  <rect x="18" y="18" width="84" height="50" rx="2" fill="#f3cf9a" /><path d="M12 20 24 6h72l12 14z" fill="#b65a3a" />
  <path d="M18 14h84M22 10h76" stroke="#9c472b" stroke-width="1" />
  <rect x="26" y="36" width="42" height="24" rx="1.5" fill="#fff6dd" stroke="#8d5a34" stroke-width="2" />
  <rect x="76" y="36" width="18" height="32" rx="1.5" fill="#8d5a34" />
  <rect x="79" y="40" width="12" height="13" rx="1" fill="#cfe9ef" /><circle cx="91" cy="56" r="1.2" fill="#ffd45c" />
  ${awning(22, 27, 76, 8, "#e8824a", "#fff5e4", 9)}
  <g fill="#c57b33"><ellipse cx="35" cy="54" rx="6" ry="4" /><ellipse cx="47" cy="53.5" rx="5" ry="4.5" />
    <ellipse cx="59" cy="54" rx="6" ry="4" /></g>
  <path d="M31 53l3 2M35 52l3 2M56 53l3 2M60 52l3 2M45 51v4M48 51v4" stroke="#8f4f1b" stroke-width="1" />
  <path d="M28 48h38" stroke="#d9b98b" />
  <g transform="translate(60 17)"><ellipse rx="16" ry="6.5" fill="#fff3da" stroke="#8d5a34" />
    <path d="M-8 1c2-5 6-5 8-1 2-4 6-4 8 1-4 2-6-2-8-1s-4 3-8 1z" fill="none" stroke="#b06a2a" stroke-width="2" /></g>
  ${bush(12, 64, 5, "#6fae55")}${bush(109, 64, 6, "#5f9f4a")}`;

const cafe = () => html`${sky("#fde3d2")}${ground("#d9c3a8", 64)}
  <rect x="10" y="14" width="68" height="52" rx="2" fill="#8c4a3a" />
  <rect x="10" y="10" width="68" height="8" rx="2" fill="#5e2d24" />
  <rect x="17" y="36" width="30" height="24" rx="1.5" fill="#ffe9b8" />
  <path d="M32 36v24M17 48h30" stroke="#5e2d24" stroke-width="1.6" />
  <rect x="53" y="34" width="18" height="32" rx="8" fill="#5e2d24" />
  <rect x="56" y="38" width="12" height="14" rx="6" fill="#ffe9b8" />
  ${awning(12, 22, 64, 9, "#d8422f", "#fff", 8)}
  <g transform="translate(86 40)"><path d="M-6 26h24M6 26v-11" stroke="#6b4a35" stroke-width="2.4" />
    <ellipse cx="6" cy="15" rx="15" ry="3.4" fill="#fff8ec" stroke="#6b4a35" stroke-width="1" />
    <path d="M-1 3h14v6q0 5-7 5t-7-5z" fill="#fff" stroke="#b2452f" stroke-width="1.3" />
    <path d="M13 5q6 0 4 4-1 2-5 1" fill="none" stroke="#b2452f" stroke-width="1.5" />
    <ellipse cx="6" cy="3.4" rx="6.4" ry="1.7" fill="#6b3d24" />
    <path d="M2-1q-3-4 0-7t0-6M7-1q-3-4 0-7t0-6M12-1q-3-4 0-7" stroke="#a98572" stroke-width="1.5" fill="none"
      stroke-linecap="round" /></g>`;

const convenienceStore = () => html`${sky("#dcefe3")}${ground("#b9bfc2", 66)}
  <rect x="10" y="22" width="100" height="46" rx="2" fill="#f7f8f6" />
  <rect x="6" y="16" width="108" height="16" rx="3" fill="#fff" stroke="#cfd6d2" />
  <path d="M7 20h106v3.4H7z" fill="#e8653a" /><path d="M7 24h106v3.4H7z" fill="#2e9b63" />
  <circle cx="26" cy="24" r="10" fill="#2e9b63" />
  <path d="M20.5 20h11v8h-11zM23 20v-2.5h6V20" fill="none" stroke="#fff" stroke-width="1.8" />
  <rect x="14" y="36" width="40" height="29" fill="#bfe4ee" />
  <rect x="66" y="36" width="40" height="29" fill="#bfe4ee" />
  <rect x="54" y="36" width="12" height="32" fill="#d8eef3" stroke="#5d7a80" /><path d="M60 36v32" stroke="#5d7a80" />
  <g fill="#e9a23b"><rect x="17" y="50" width="6" height="6" /><rect x="33" y="50" width="6" height="6" />
    <rect x="80" y="50" width="6" height="6" /></g>
  <g fill="#d8513e"><rect x="25" y="50" width="6" height="6" /><rect x="70" y="50" width="6" height="6" />
    <rect x="95" y="50" width="6" height="6" /></g>
  <g fill="#4d9fd1"><rect x="41" y="50" width="6" height="6" /><rect x="88" y="50" width="6" height="6" /></g>
  <path d="M14 57h40M66 57h40M14 46h40M66 46h40" stroke="#6d8f96" stroke-width="1.4" />
  <path d="M16 60h34v3H16z" fill="#9ccf7a" /><path d="M92 6h18v10H92z" fill="#2e9b63" />
  <path d="M96 9h10M96 12h7" stroke="#fff" stroke-width="1.6" />`;

const forest = () => html`${sky("#cde9f2")}<circle cx="22" cy="17" r="7" fill="#fff2b3" />
  <path d="M0 50 28 20l20 22 18-26 28 32 14-12 12 12v32H0z" fill="#9dc3b4" />
  <path d="M62 20l6-6 7 9-5 3-4-3z" fill="#fff" /><path d="M0 54q60-12 120 0v26H0z" fill="#6aa661" />
  ${pine(14, 58, 1, "#3c8b5c")}${pine(36, 54, 0.9, "#4a9a67")}${pine(60, 56, 1.15, "#2f7d52")}${pine(86, 54, 0.95,
      "#45935f")}${pine(106, 58, 1.1, "#35845a")}
  ${pine(24, 68, 1.25, "#256b45")}${pine(48, 70, 1.1, "#2b7850")}${pine(76, 69, 1.35, "#1f613e")}${pine(99, 71, 1.15,
      "#2a7149")}<path d="M52 80q4-12 14-16 4 8-2 16z" fill="#d8c089" />`;

const stadium = () => html`${sky("#e2dcf3")}${cloud(10, 14, 0.8)}${ground("#b5c9a4", 62)}
  <g stroke="#6d6790" stroke-width="2.2"><path d="M16 40V10M104 40V10" /></g>
  <g fill="#fffbe0" stroke="#6d6790" stroke-width="1"><rect x="9" y="6" width="14" height="7" rx="1" />
    <rect x="97" y="6" width="14" height="7" rx="1" /></g>
  <ellipse cx="60" cy="50" rx="54" ry="23" fill="#7a66a8" /><ellipse cx="60" cy="45" rx="54" ry="22" fill="#9f8bd0" />
  <ellipse cx="60" cy="45" rx="46" ry="17.5" fill="#c9bcec" />
  <ellipse cx="60" cy="45.5" rx="38" ry="13.5" fill="#8270b4" />
  <ellipse cx="60" cy="46.5" rx="31" ry="10.5" fill="#57ab5d" />
  <path d="M60 36v21M37 40.5v12M83 40.5v12" stroke="#e9f7e4" stroke-width="1.1" />
  <ellipse cx="60" cy="46.5" rx="6" ry="3" fill="none" stroke="#e9f7e4" stroke-width="1.1" />
  <g fill="#fff" opacity=".8">
    ${[18, 27, 37, 48, 60, 72, 83, 93,
        102].map((x, i) => html`<circle cx=${x} cy=${[43, 37.5, 34, 32, 31.4, 32, 34, 37.5, 43][i]} r="1.2" />`)}</g>
  <path d="M14 52q4 14 20 18v-9Q20 58 14 52zM106 52q-4 14-20 18v-9q14-3 20-9z" fill="#66539a" />
  <path d="M60 25V8l12 4-12 4" fill="#e2564a" stroke="#54437f" stroke-width="1.4" />`;

const tvStation = () => html`${sky("#e4dcf5")}${ground("#b9b0cc", 66)}
  <rect x="14" y="30" width="54" height="38" rx="2" fill="#8570bd" />
  <rect x="14" y="30" width="54" height="7" fill="#66539a" />${windows(19, 41, 6, 3, 5, 5, 3, "#fce9a9")}
  <rect x="70" y="20" width="36" height="48" rx="2" fill="#6d58a8" />
  <rect x="75" y="26" width="26" height="19" rx="2" fill="#2b2347" />
  <path d="M77 42l6-8 4 5 5-9 7 12z" fill="#5cc7d9" /><circle cx="95" cy="31" r="2.2" fill="#ffd45c" />
  <rect x="81" y="52" width="14" height="16" fill="#3c2f66" />
  <path d="M41 30 36 6h2l9 24M47 30 42 6" stroke="#4b3b7c" stroke-width="1.6" fill="none" />
  <path d="M36.5 22h9M37.5 15h6" stroke="#4b3b7c" stroke-width="1.3" /><circle cx="39" cy="5" r="2.4" fill="#e2564a" />
  <g fill="none" stroke="#e2564a" stroke-width="1.6" stroke-linecap="round">
    <path d="M46 1q3 4 0 8M51-1q5 6 0 12M32 1q-3 4 0 8M27-1q-5 6 0 12" /></g>
  <path d="M54 27q0-12 13-13-1 13-13 13zm6.500-6.500 6-7" fill="#f5f1ff" stroke="#4b3b7c" stroke-width="1.3" />`;

const businessCenter = () => html`${sky("#e0ddf4")}${cloud(6, 16, 0.8)}${ground("#aab0bd", 68)}
  <rect x="10" y="32" width="26" height="38" fill="#8c84c4" />${windows(13.500, 36, 4, 6, 3.500, 3, 1.800, "#e7e4fb")}
  <path d="M40 70V14l18-8v64z" fill="#6a5fae" /><path d="M58 6l18 9v55H58z" fill="#544a96" />
  ${windows(43, 20, 3, 9, 3.200, 3, 1.900, "#cfeaf4")}${windows(61, 20, 3, 9, 3.200, 3, 1.900, "#a9d3e6")}
  <rect x="80" y="24" width="30" height="46" rx="1.500" fill="#9d90d6" />
  ${windows(84, 29, 4, 7, 4, 3.200, 1.900, "#f4f1ff")}<path d="M95 24V12" stroke="#544a96" stroke-width="2" />
  <rect x="52" y="60" width="12" height="10" fill="#2f2860" /><path d="M58 60v10" stroke="#a9d3e6" />
  ${bush(8, 67, 4.500, "#6fae55")}${bush(38, 68, 3.500, "#5f9f4a")}${bush(78, 68, 4, "#6fae55")}${bush(112, 67, 4.500,
      "#5f9f4a")}
  <g fill="none" stroke="#ffd45c" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round">
    <path d="M16 12h12l-3-3M28 17H16l3 3" /></g>`;

const cheeseFactory = () => html`${sky("#e1f0d8")}${ground("#93be78", 64)}
  <rect x="8" y="34" width="70" height="34" fill="#f2ead8" />
  <path d="M8 34V22l17 12V22l17 12V22l17 12V22l19 12z" fill="#d98f3e" />
  <rect x="84" y="20" width="24" height="48" rx="11" fill="#e4ebee" />
  <rect x="84" y="34" width="24" height="3" fill="#b9c7cd" /><rect x="84" y="50" width="24" height="3" fill="#b9c7cd" />
  <ellipse cx="91" cy="44" rx="2" ry="18" fill="#fff" opacity=".7" />
  ${windows(14, 40, 3, 1, 9, 8, 4, "#bfe0ea")}<rect x="56" y="46" width="16" height="22" fill="#9a6a3c" />
  <path d="M56 54h16M56 61h16" stroke="#7d522b" />
  <g transform="translate(14 50)"><path d="M0 10 20 0q9 3 11 10v9H0z" fill="#ffcf45" />
    <path d="M0 10h31v9H0z" fill="#f3b72b" /><path d="M0 10 20 0q9 3 11 10z" fill="#ffe07a" />
    <g fill="#d9931a"><circle cx="7" cy="14.500" r="2.200" /><circle cx="16" cy="13.500" r="1.700" />
      <circle cx="24" cy="15.500" r="2.400" /></g></g>
  <g fill="#f8fbfc" stroke="#8fa2aa"><path d="M86 60h7l2 4v10H84V64zM98 60h7l2 4v10H96V64z" />
    <rect x="86" y="57" width="7" height="3.500" rx="1" /><rect x="98" y="57" width="7" height="3.500" rx="1" /></g>`;

const furnitureFactory = () => html`${sky("#e3efd5")}${ground("#c2ad86", 66)}
  <g fill="#fff" opacity=".9"><circle cx="93" cy="11" r="5" /><circle cx="101" cy="7" r="6" />
    <circle cx="110" cy="4" r="5" /></g><path d="M84 40V14h12v26z" fill="#a4512f" />
  <path d="M84 18h12v3H84z" fill="#f2d9bd" />
  <path d="M8 36 28 24v12l20-12v12l20-12v12h44v32H8z" fill="#b7683b" />
  <path d="M8 36 28 24v12l20-12v12l20-12v12z" fill="#d98a55" />${windows(14, 42, 4, 1, 8, 9, 4, "#cfe8e6")}
  <rect x="66" y="42" width="40" height="26" fill="#6f3e20" /><path d="M66 48h40M66 54h40M66 60h40" stroke="#8b5230" />
  <g fill="#e9b568" stroke="#8a5a22" stroke-width="1">
    <path d="M20 50h3v10h12v-3h3v19h-3V66H23v10h-3z" transform="translate(-4 -2)" />
    <path d="M44 62h24v3.500H44zM46 65.500h3V76h-3zM63 65.500h3V76h-3z" /></g>
  <g fill="#d19c54"><circle cx="96" cy="72" r="4" /><circle cx="104" cy="72" r="4" />
    <circle cx="100" cy="65.500" r="4" /></g>
  <g fill="none" stroke="#8a5a22" stroke-width=".9"><circle cx="96" cy="72" r="2" />
    <circle cx="104" cy="72" r="2" /><circle cx="100" cy="65.500" r="2" /></g>`;

const mine = () => html`${sky("#cfe3ee")}${cloud(84, 16, 0.8)}
  <path d="M0 70 26 22l12 12L58 6l24 32 12-10 26 42v10H0z" fill="#8b8f9c" />
  <path d="M58 6l10 14-8 4-5-5-6 5-2-3zM26 22l6 6-5 4-6-2z" fill="#f6f8fb" />
  <path d="M38 34 58 70H20zM94 28l12 42H74z" fill="#757a88" />${ground("#a58b66", 68)}
  <path d="M40 70V50q0-14 17-14t17 14v20z" fill="#5b4230" /><path d="M45 70V52q0-11 12-11t12 11v18z" fill="#1f1a1c" />
  <path d="M40 50h34M40 58h5M69 58h5" stroke="#8a6440" stroke-width="3" />
  <path d="M57 70 42 80M61 70l12 10M52 73h13M48 77h22" stroke="#5d4c3d" stroke-width="1.800" />
  <g transform="translate(84 54)"><path d="M0 6h24l-4 12H4z" fill="#5e6674" /><path d="M-1 5h26v3H-1z" fill="#454c58" />
    <circle cx="7" cy="20" r="3.400" fill="#2d323b" /><circle cx="18" cy="20" r="3.400" fill="#2d323b" />
    <path d="M2 5l4-6 5 3 4-5 5 4 2 4z" fill="#ffcf45" /><path d="M6-1l2 6M15-3l1 8" stroke="#d9931a" /></g>
  <g stroke="#7a5233" stroke-width="2.400" stroke-linecap="round"><path d="M14 74 28 56" /></g>
  <path d="M18 54q10-2 15 8-8-5-15-8z" fill="#454c58" />`;

const familyRestaurant = () => html`${sky("#fde2cf")}${ground("#cfb89a", 66)}
  <rect x="8" y="30" width="88" height="38" rx="2" fill="#fff4e3" /><path d="M4 32 14 18h76l10 14z" fill="#c63d2f" />
  <rect x="8" y="52" width="88" height="5" fill="#c63d2f" /><rect x="14" y="36" width="26" height="15" fill="#bfe2ea" />
  <rect x="62" y="36" width="28" height="15" fill="#bfe2ea" />
  <rect x="44" y="38" width="14" height="30" fill="#8b2c22" />
  <rect x="46.500" y="42" width="9" height="11" fill="#ffe9b8" />
  <g fill="#fff"><circle cx="27" cy="45" r="3" /><rect x="21" y="47" width="12" height="4" rx="2" />
    <circle cx="70" cy="46" r="2.600" /><circle cx="80" cy="45" r="3" /></g>
  <path d="M101 68V24" stroke="#6e5a4b" stroke-width="3" />
  <circle cx="101" cy="20" r="15" fill="#ffcf45" stroke="#c63d2f" stroke-width="2.400" />
  <circle cx="101" cy="20" r="8" fill="#fff" stroke="#e5dccb" />
  <path d="M89 13v6q0 2 1.500 2v8M92 13v6q0 2-1.500 2M113 12q-3 6 0 9v8" stroke="#6e3b2c" stroke-width="1.600"
    fill="none" stroke-linecap="round" />
  <path d="M96 22q2-5 5-4 4-2 5 4z" fill="#c67b34" />
  <g fill="#6fae55"><circle cx="14" cy="66" r="4" /><circle cx="34" cy="67" r="3.400" />
    <circle cx="68" cy="67" r="3.400" /><circle cx="88" cy="66" r="4" /></g>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} s
 */
const appleTree = (x, y, s) =>
  html`<g transform="translate(${x} ${y}) scale(${s})"><path d="M-3 22 -2 6h4l1 16z" fill="#80562f" />
      <circle cx="-9" cy="2" r="10" fill="#4c9b4b" /><circle cx="9" cy="2" r="10" fill="#43903f" />
      <circle cy="-7" r="12" fill="#5aac56" />
      <g fill="#de3f36"><circle cx="-9" cy="3" r="2.600" /><circle cx="1" cy="-9" r="2.600" />
        <circle cx="10" cy="1" r="2.600" /><circle cx="-3" cy="6" r="2.600" /><circle cx="7" cy="-6" r="2.300" />
        <circle cx="-8" cy="-6" r="2.300" /></g></g>`;
const appleOrchard = () => html`${sky("#c6e7f3")}<circle cx="104" cy="14" r="8" fill="#ffd45c" />
  <path d="M0 46q40-12 70-3t50-3v40H0z" fill="#9ccb74" />
  ${ground("#7fb75a", 60)}${appleTree(24, 34, 0.9)}${appleTree(58, 30, 0.8)}${appleTree(92, 35, 0.95)}
  ${appleTree(38, 50, 1.1)}
  <g transform="translate(70 56)"><path d="M0 6h28l-4 14H4z" fill="#c58a45" />
    <path d="M1 10h26M2.500 15h23" stroke="#94602a" />
    <g fill="#de3f36"><circle cx="6" cy="4" r="4.400" /><circle cx="14" cy="2" r="4.600" />
      <circle cx="22" cy="4" r="4.400" /></g>
    <path d="M14-2q2-3 4-2M6 0q0-2 2-3" stroke="#3d7a35" stroke-width="1.400" fill="none" /></g>
  <circle cx="108" cy="72" r="3.500" fill="#de3f36" />`;

/**
 * @param {number} x
 * @param {string} one
 */
const stall = (x, one) => html`<rect x=${x + 3} y="36" width="2" height="30" fill="#8a6440" />
  <rect x=${x + 29} y="36" width="2" height="30" fill="#8a6440" />
  <rect x=${x} y="52" width="34" height="15" fill="#b98650" /><path d="M${x} 57h34M${x} 62h34" stroke="#946636" />
  <path d="M${x + 3} 24h28l5 12H${x - 2}z" fill=${one} />${awning(x - 2, 33, 38, 5, one, "#fff8ea", 6)}`;
const market = () => html`${sky("#dff0d2")}${ground("#d8c29a", 64)}
  <rect y="16" width="120" height="36" fill="#c3dcb2" /><path d="M0 18q60-18 120 0v4H0z" fill="#7fa86b" />
  ${stall(6, "#4ba35c")}${stall(44, "#e8824a")}${stall(82, "#4ba35c")}
  <g fill="#de3f36"><circle cx="12" cy="50" r="3.400" /><circle cx="19" cy="50" r="3.400" />
    <circle cx="15.500" cy="46" r="3.400" /></g>
  <g fill="#6fae55"><circle cx="29" cy="49.500" r="4" /><circle cx="36" cy="50" r="3.400" /></g>
  <g fill="#f5b42e"><circle cx="50" cy="50" r="3.400" /><circle cx="57" cy="50" r="3.400" />
    <circle cx="53.500" cy="46" r="3.400" /></g>
  <path d="M63 52q2-9 9-8 0 6-9 8zM66 52q6-6 11-3-3 5-11 3z" fill="#ffdf5c" />
  <g fill="#8c57b0"><circle cx="89" cy="50" r="3" /><circle cx="94" cy="50" r="3" />
    <circle cx="91.500" cy="46.500" r="3" /></g><path d="M101 52l3-9 3 9zM107 52l3-9 3 9z" fill="#ee7f2d" />
  <path d="M104 43l-2-4M104 43l2-4M110 43l-2-4M110 43l2-4" stroke="#3d8a41" stroke-width="1.500" />`;

const SCENES = [wheatField, ranch, bakery, cafe, convenienceStore, forest, stadium, tvStation, businessCenter,
  cheeseFactory, furnitureFactory, mine, familyRestaurant, appleOrchard, market];

/** All scenes as symbols; included once in the page. */
export const Scenes = () => html`
  <svg class="mk-sheet" aria-hidden="true" width="0" height="0">
    ${SCENES.map((scene, kind) =>
      html`<symbol key=${kind} id="mk-scene-${kind}" viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice">
          ${scene()}</symbol>`)}
  </svg>
`;

/** @param {{ kind: number }} props */
export const Scene = ({ kind }) =>
  html`<svg class="mk-scene" viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href="#mk-scene-${kind}" /></svg>`;
