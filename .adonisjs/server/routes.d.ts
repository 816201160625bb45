import '@adonisjs/core/types/http'

type ParamValue = string | number | bigint | boolean

export type ScannedRoutes = {
  ALL: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v4.openapi': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home': { paramsTuple?: []; params?: {} }
    'health': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.api': { paramsTuple?: []; params?: {} }
    'docs.page': { paramsTuple: [ParamValue]; params: {'page': ParamValue} }
    'assets': { paramsTuple: [ParamValue]; params: {'file': ParamValue} }
  }
  GET: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v4.openapi': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home': { paramsTuple?: []; params?: {} }
    'health': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.api': { paramsTuple?: []; params?: {} }
    'docs.page': { paramsTuple: [ParamValue]; params: {'page': ParamValue} }
    'assets': { paramsTuple: [ParamValue]; params: {'file': ParamValue} }
  }
  HEAD: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v4.openapi': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'home': { paramsTuple?: []; params?: {} }
    'health': { paramsTuple?: []; params?: {} }
    'docs.index': { paramsTuple?: []; params?: {} }
    'docs.api': { paramsTuple?: []; params?: {} }
    'docs.page': { paramsTuple: [ParamValue]; params: {'page': ParamValue} }
    'assets': { paramsTuple: [ParamValue]; params: {'file': ParamValue} }
  }
  OPTIONS: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  POST: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  PUT: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  PATCH: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
  DELETE: {
    'v4.dockets.list': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v4.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v4.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.courts.list': { paramsTuple?: []; params?: {} }
    'v4.courts.list.json': { paramsTuple?: []; params?: {} }
    'v4.courts.list.api': { paramsTuple?: []; params?: {} }
    'v4.courts.list.html': { paramsTuple?: []; params?: {} }
    'v4.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v4.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.clusters.list': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v4.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v4.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions.list': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v4.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v4.root': { paramsTuple?: []; params?: {} }
    'v4.overview': { paramsTuple?: []; params?: {} }
    'v3.dockets.list': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.json': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.api': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.html': { paramsTuple?: []; params?: {} }
    'v3.dockets.list.xml': { paramsTuple?: []; params?: {} }
    'v3.dockets.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.courts.list': { paramsTuple?: []; params?: {} }
    'v3.courts.list.json': { paramsTuple?: []; params?: {} }
    'v3.courts.list.api': { paramsTuple?: []; params?: {} }
    'v3.courts.list.html': { paramsTuple?: []; params?: {} }
    'v3.courts.list.xml': { paramsTuple?: []; params?: {} }
    'v3.courts.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.clusters.list': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.json': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.api': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.html': { paramsTuple?: []; params?: {} }
    'v3.clusters.list.xml': { paramsTuple?: []; params?: {} }
    'v3.clusters.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions.list': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.opinions-cited.list': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.json': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.api': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.html': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.list.xml': { paramsTuple?: []; params?: {} }
    'v3.opinions-cited.detail': { paramsTuple: [ParamValue]; params: {'id': ParamValue} }
    'v3.root': { paramsTuple?: []; params?: {} }
    'v3.overview': { paramsTuple?: []; params?: {} }
    'v1.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
    'v2.retired': { paramsTuple: [...ParamValue[]]; params: {'*': ParamValue[]} }
  }
}
declare module '@adonisjs/core/types/http' {
  export interface RoutesList extends ScannedRoutes {}
}